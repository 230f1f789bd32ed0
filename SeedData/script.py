"""The people of the demo world, their posts and comments.

`world.py` reads this file and adds the times of comments, the likes and the push IDs.
"""

from dataclasses import dataclass, field


@dataclass
class User:
    """One person and the people they follow; `warmth` is how readily they give hearts."""

    username: str
    bio: str = ""
    url: str = ""
    follows: list = field(default_factory=list)
    warmth: float = 1.0


@dataclass
class Post:
    """One post. `picture` names a painter of the studio, `at` is month-day and time of 2026 in UTC."""

    at: str
    author: str
    picture: str
    caption: str
    hearts: int
    comments: list = field(default_factory=list)


USERS = [
    User("hansolo", "Pilot. Never tell me the odds, or the weather.", "https://example.com/hansolo",
         ["leia", "ob1kenob", "3po", "salt_kite", "nightowl_ida", "pixelpete", "brot_und_butter"], 0.8),
    User("ob1kenob", "Old hermit, new camera. Mostly sand.", "", ["hansolo", "leia", "nightowl_ida", "moss.and.fern", "noor.of.light"], 1.0),
    User("3po", "Fluent in over six million forms of caption. Hello! I am delighted to be here, I think.", "https://example.com/protocol",
         ["hansolo", "ob1kenob", "leia", "moss.and.fern", "nightowl_ida", "salt_kite", "juniper.k", "yuki_snaps", "noor.of.light", "brot_und_butter"], 1.7),
    User("leia", "Running things. Sometimes stopping to look at them.", "https://example.com/leia",
         ["hansolo", "ob1kenob", "3po", "juniper.k", "noor.of.light", "moss.and.fern"], 1.1),
    User("moss.and.fern", "forester 🌲 slow walks, wet boots, good moss", "https://example.com/moss", ["ob1kenob", "yuki_snaps", "juniper.k", "salt_kite"], 1.2),
    User("nightowl_ida", "Awake when it's dark. Tripod, thermos, star chart.", "https://example.com/ida", ["ob1kenob", "yuki_snaps", "salt_kite"], 0.9),
    User("salt_kite", "one small boat, one smaller budget ⛵", "", ["nightowl_ida", "moss.and.fern", "hansolo", "noor.of.light", "juniper.k"], 1.0),
    User("juniper.k", "I arrange fruit and then eat it.", "https://example.com/juniper", ["leia", "brot_und_butter", "yuki_snaps", "noor.of.light", "moss.and.fern", "3po", "pixelpete"], 1.3),
    User("pixelpete", "I'm only here to look at the pictures.", "", [], 0.5),
    User("yuki_snaps", "写真とお茶 🍵 Photos and tea.", "https://example.com/yuki", ["moss.and.fern", "nightowl_ida", "juniper.k", "noor.of.light"], 1.1),
    User("noor.of.light", "نور — architect by day, chasing the last hour of it", "https://example.com/noor", ["leia", "ob1kenob", "salt_kite", "yuki_snaps", "juniper.k"], 1.2),
    User("brot_und_butter", "Bäcker aus Leidenschaft. Frühaufsteher aus Notwendigkeit.", "", ["juniper.k", "3po"], 0.9),
]


POSTS = [
    Post("10-03 18:41", "hansolo", "twin_suns", "Two suns. One pair of sunglasses. Guess who forgot them.", 11, [
        ("leia", "You. It's always you."),
        ("hansolo", "I prefer to call it travelling light."),
        ("3po", "Sir, prolonged exposure to two suns is exactly twice as inadvisable as exposure to one."),
        ("ob1kenob", "A hat, my friend. After all these years I can recommend a hat."),
        ("pixelpete", "double the golden hour though"),
    ]),
    Post("10-03 20:15", "juniper.k", "fruit_bowl", "Still life with fruit, ten minutes before it became breakfast. 🍎🍊", 9, [
        ("brot_und_butter", "And the apple on the table?"),
        ("juniper.k", "The one that got away."),
        ("leia", "That blue bowl. I need that blue bowl."),
    ]),
    Post("10-04 05:52", "moss.and.fern", "misty_firs", "The valley hadn't decided yet whether to exist today.", 10, [
        ("yuki_snaps", "It looks like ink on wet paper."),
        ("moss.and.fern", "It felt like wet paper too, down to the socks 🧦"),
        ("ob1kenob", "Patience. The trees at the back are still being thought of."),
    ]),
    Post("10-04 16:30", "ob1kenob", "blue_ridges", "I counted seven ridges. The eighth one counted me.", 9, [
        ("nightowl_ida", "Seven shades of blue and you can still see the air between them. Lovely."),
        ("3po", "I have also counted seven. I am relieved that we agree."),
        ("hansolo", "So which one do you live behind?"),
        ("ob1kenob", "If I told you that, you would visit."),
    ]),
    Post("10-04 21:48", "nightowl_ida", "star_trails", "Forty minutes, one tripod, zero patience left. Everything turns around the north star and my cold feet. #startrails", 7, [
        ("salt_kite", "How many exposures?"),
        ("nightowl_ida", "80 × 30 seconds, stacked. And one fox who walked through number 52."),
        ("salt_kite", "Keep the fox!"),
    ]),
    Post("10-06 06:10", "brot_und_butter", "eggs", "Fünf Eier, eine Schüssel, null Rührschüsseln sauber. Das türkisfarbene Ei gehört übrigens der Chefin. 🥚", 3, [
        ("juniper.k", "The turquoise one is the boss, of course it is."),
        ("leia", "Was wird daraus?"),
        ("brot_und_butter", "Brioche. Wenn die Chefin es erlaubt."),
    ]),
    Post("10-07 17:22", "salt_kite", "sailing_home", "Home before the wind noticed we were out.", 11, [
        ("hansolo", "She may not look like much…"),
        ("salt_kite", "Careful. She's listening."),
        ("noor.of.light", "The reflection is doing half the work and getting none of the credit."),
    ]),
    Post("10-08 12:05", "leia", "tulip_vase", "Somebody sent flowers to the office without a card. Narrowing it down by who can't spell “congratulations”.", 11, [
        ("hansolo", "No idea what you're talking about."),
        ("leia", "You have just narrowed it down."),
        ("juniper.k", "Six tulips in four colours, somebody bought the last ones at the station 😄"),
        ("hansolo", "They were the only ones open!"),
    ]),
    Post("10-09 19:33", "noor.of.light", "islands", "الجزر لا تبحر، لكنها تجعلنا نظن أننا نفعل.", 8, [
        ("salt_kite", "I ran this through a translator: “Islands don't sail, but they make us think that we do.” Is that right?"),
        ("noor.of.light", "Exactly right. You of all people should know."),
        ("3po", "A most elegant sentence. It loses only eleven percent in translation."),
    ]),
    Post("10-10 07:15", "yuki_snaps", "jade_hills", "山が幾重にも重なって、いちばん奥はもう空でした。深呼吸ひとつ。", 10, [
        ("moss.and.fern", "I don't read Japanese but I think I breathed in anyway"),
        ("yuki_snaps", "That is the correct translation. 🍃"),
        ("ob1kenob", "The farthest hill is already sky. Well seen."),
    ]),
    Post("10-10 09:40", "pixelpete", "green_downs", "I did not change my desktop background. I drove to it.", 10, [
        ("hansolo", "Where do I click to start?"),
        ("pixelpete", "bottom left, behind the sheep"),
        ("3po", "I see no sheep. Have they been minimised?"),
        ("leia", "3po made a joke. Everybody mark the date."),
        ("3po", "I did?"),
    ]),
    Post("10-10 18:55", "ob1kenob", "amber_ridges", "Evening, from the porch.", 5, [
        ("noor.of.light", "You have a porch that does THIS?"),
        ("ob1kenob", "Most evenings. It takes Mondays off."),
    ]),
    Post("10-11 11:20", "juniper.k", "lemons", "When life gives you lemons, check whether they came with leaves. Then it was a good market. 🍋", 6, [
        ("brot_und_butter", "Tarte?"),
        ("juniper.k", "Tarte AND curd."),
        ("brot_und_butter", "I'll bring the butter. It's in the name."),
    ]),
    Post("10-11 22:31", "nightowl_ida", "milky_way_firs",
         "Drove two hours to get away from street lamps, walked another one to get away from my own headlights.\n\n"
         "The first thing you notice is that there are too many stars. The constellations you know are drowned in the ones nobody bothered to name. "
         "Then your eyes give up sorting, and the whole thing turns into a river with sandbanks.\n\n"
         "I stayed until the firs started to look like people who wanted to go home. So did I.\n\n"
         "25 seconds, f/1.8, ISO 3200, two cups of tea.\n#milkyway #darksky", 11, [
        ("ob1kenob", "A river with sandbanks. I shall never see it otherwise again."),
        ("moss.and.fern", "The firs DO want to go home, they told me"),
        ("hansolo", "I've flown through that. Bumpy."),
        ("yuki_snaps", "Two cups of tea is the most important setting."),
    ]),
    Post("10-13 06:48", "moss.and.fern", "beech_fog", "No birds, no wind, no signal. 10/10 meeting room.", 4, [
        ("leia", "Is it free on Thursday?"),
        ("moss.and.fern", "always. bring a chair"),
    ]),
    Post("10-13 19:02", "hansolo", "storm_sea", "They said “light breeze”.", 7, [
        ("salt_kite", "That's a seven with opinions."),
        ("leia", "Why are you even out there?"),
        ("hansolo", "Took a shortcut."),
        ("3po", "Sir, I did mention the forecast. I mentioned it four times."),
    ]),
    Post("10-14 15:44", "noor.of.light", "turquoise_bay", "The water can't agree on a colour and I am not going to help it.", 9, [
        ("salt_kite", "Anchorage? Depth? Holding ground? Asking for a boat."),
        ("noor.of.light", "Sand, four metres, one very good café."),
        ("salt_kite", "On my way."),
    ]),
    Post("10-15 20:20", "leia", "candles", "Power cut, 20:04. Best meeting we had all year: nobody could see the slides.", 10, [
        ("moss.and.fern", "what was decided?"),
        ("leia", "That we should buy more candles."),
        ("3po", "I must point out that the fire regulations permit only two."),
    ]),
    Post("10-16 17:37", "salt_kite", "sea_sunset", "", 1, [
        ("pixelpete", "speechless too"),
        ("noor.of.light", "No caption needed."),
    ]),
    Post("10-17 08:08", "yuki_snaps", "lake_mirror", "Turn your phone upside down and look again. 🙃", 11, [
        ("hansolo", "Tried it. The lake fell out."),
        ("3po", "I turned myself upside down instead. This was a mistake."),
        ("moss.and.fern", "that thin line of fog where the shore should be ❤️"),
    ]),
    Post("10-17 10:26", "pixelpete", "tulips", "every pixel: red. no filter, the flowers did it", 6, [
        ("leia", "So THIS is where @hansolo should have gone."),
        ("hansolo", "How long are you going to bring this up?"),
        ("leia", "How long do tulips keep?"),
    ]),
    Post("10-17 13:12", "brot_und_butter", "wheat", "Hier fängt jedes Brötchen an. Guten Morgen, Mehl. 🌾", 5, [
        ("juniper.k", "Good morning, flour 😂"),
        ("ob1kenob", "How many rolls is one field?"),
        ("brot_und_butter", "About 60 000 per hectare. I have counted with my knees."),
    ]),
    Post("10-17 21:15", "nightowl_ida", "moonlit_peaks", "Who needs the sun? Moon at 92 %, snow at 100 %.", 7, [
        ("yuki_snaps", "I can hear how quiet it is."),
        ("nightowl_ida", "-14 °C. What you hear is my shutter freezing."),
    ]),
    Post("10-18 09:31", "juniper.k", "coffee_from_above", "Sunday. The fern lasted nine seconds. Four beans fled the scene. ☕", 10, [
        ("moss.and.fern", "finally a fern on my timeline that isn't mine"),
        ("3po", "Shall I alert someone about the beans?"),
        ("juniper.k", "Let them run."),
        ("hansolo", "Black, no art, thanks."),
    ]),
    Post("10-18 17:05", "hansolo", "red_mesas", "Flew through the gap on the left. Bet says I can't do it again. Bet is wrong.", 8, [
        ("3po", "The chance of successfully navigating that gap is approximately—"),
        ("hansolo", "Don't."),
        ("ob1kenob", "Who is the more foolish, the one who flies, or the one who holds the camera?"),
        ("leia", "Was that MY camera?"),
    ]),
    Post("10-20 16:58", "moss.and.fern", "birch_wood", "Barcodes. The forest is on sale. 🍂", 9, [
        ("pixelpete", "beep"),
        ("juniper.k", "beep"),
        ("3po", "I am afraid I could not find this item."),
    ]),
    Post("10-21 18:40", "ob1kenob", "lone_tree", "It isn't alone. The sun comes by every evening and sits behind it for a while.", 11, [
        ("noor.of.light", "This one goes on my wall."),
        ("nightowl_ida", "Twelve minutes of that, then it's my shift."),
        ("leia", "You old softie."),
    ]),
    Post("10-22 20:03", "3po", "city_lights", "I have counted the illuminated windows. Then somebody went to bed and I had to begin again.", 6, [
        ("hansolo", "How many?"),
        ("3po", "One fewer than I thought, sir."),
        ("leia", "Mine is the one that's always on."),
    ]),
    Post("10-23 14:29", "brot_und_butter", "books_and_apple", "Zwei Kochbücher, zwei Krimis, ein Atlas. Der Apfel ist das Lesezeichen.", 2, [
        ("juniper.k", "Which one is the atlas?"),
        ("brot_und_butter", "The one underneath. It carries the world, it can carry the others."),
    ]),
    Post("10-24 07:33", "salt_kite", "skerries", "Three whales, not moving. (Rocks. They're rocks. The chart says rocks.)", 9, [
        ("moss.and.fern", "The chart would say that."),
        ("3po", "Please do not approach the whales."),
        ("yuki_snaps", "So calm. Which way is the horizon?"),
        ("salt_kite", "Nobody on board knows."),
    ]),
    Post("10-24 11:50", "noor.of.light", "white_dunes", "The architect here is the wind. Never finishes anything, never repeats itself, no invoices.", 7, [
        ("ob1kenob", "I know the firm. They redecorate my doorstep every night."),
        ("leia", "Is that snow?"),
        ("noor.of.light", "Gypsum! You can walk barefoot at noon."),
    ]),
    Post("10-24 18:12", "yuki_snaps", "pink_cumulus", "Strawberry mousse, one serving, sky size. 🍓", 8, [
        ("juniper.k", "I'll get the big spoon."),
        ("brot_und_butter", "Too much gelatine on the left."),
        ("yuki_snaps", "Everyone is a critic 😂"),
    ]),
    Post("10-25 01:17", "nightowl_ida", "meteors", "Waited three hours for one. Poured tea. Four at once, naturally. ☄️", 11, [
        ("hansolo", "Wished for a new hyper— a new carburettor."),
        ("salt_kite", "I saw the long one from the harbour!"),
        ("nightowl_ida", "Then we looked at the same second from 200 km apart. I like that."),
        ("3po", "I made four wishes. I hope that is permitted."),
    ]),
    Post("10-25 10:44", "leia", "rainbow", "Left for a run in the rain out of spite. It paid.", 9, [
        ("pixelpete", "did you check the end for gold"),
        ("leia", "It ended three hills away. I had a meeting."),
        ("moss.and.fern", "the hills are the gold, pete"),
    ]),
    Post("10-25 16:20", "moss.and.fern", "autumn_lake", "Everyone on this bank dressed for the same party.", 11, [
        ("noor.of.light", "And the mirror is right there."),
        ("juniper.k", "The yellow ones clearly phoned each other."),
    ]),
    Post("10-27 19:46", "juniper.k", "three_pears", "A family portrait. The one on the right blushes in every picture.", 4, [
        ("leia", "Middle one is the manager."),
        ("brot_und_butter", "With a little blue cheese, all three of them look good."),
        ("juniper.k", "They can HEAR you."),
    ]),
    Post("10-28 18:09", "hansolo", "ringed_planet", "Nice view. Terrible parking.", 10, [
        ("ob1kenob", "Mind the ring."),
        ("hansolo", "Which part of it? There's a lot of ring."),
        ("nightowl_ida", "What focal length is this?!"),
        ("hansolo", "None. I was just close."),
        ("pixelpete", "new wallpaper, thanks"),
    ]),
    Post("10-29 21:55", "ob1kenob", "night_dunes", "The desert keeps nothing from the day except a little warmth, and gives that back too.", 10, [
        ("nightowl_ida", "Bortle 1. I'm moving in."),
        ("ob1kenob", "There is a spare room. There is nothing but spare room."),
    ]),
    Post("10-30 16:41", "brot_und_butter", "pumpkins", "One becomes soup, one becomes bread, one becomes scary. They have not been told which. 🎃", 7, [
        ("juniper.k", "The small green one already looks scary."),
        ("3po", "I find all of them alarming."),
        ("brot_und_butter", "Then the big one is soup. For calming down."),
        ("leia", "Save me a bowl?"),
    ]),
    Post("10-31 17:30", "leia", "crescent", "Moon, Venus, and a row of chimneys holding their breath. 🌙", 10, [
        ("nightowl_ida", "Conjunction! You caught it before the haze took it."),
        ("noor.of.light", "That gradient is going straight into my colour chart."),
        ("hansolo", "Which chimney is mine?"),
        ("leia", "The one that isn't swept."),
    ]),
    Post("10-31 20:02", "3po", "lightning", "We're doomed. 📷⚡⚡", 11, [
        ("hansolo", "Great shot!"),
        ("3po", "It was not a shot, sir. I was startled and pressed something."),
        ("nightowl_ida", "Best accident of the month. Two bolts in one frame."),
        ("leia", "Please come inside."),
    ]),
    Post("11-01 06:35", "yuki_snaps", "cloud_sea", "Started walking at three in the morning. At half past six, the world had a new shoreline.", 11, [
        ("salt_kite", "I'd sail that."),
        ("yuki_snaps", "Please take me along. I'll bring the tea. 🍵"),
        ("moss.and.fern", "the peaks sticking out like someone's knees in a bath"),
    ]),
    Post("11-01 12:18", "noor.of.light", "glass_bottles", "Four bottles on a table, 12:10 to 12:18. The shadows are the picture; the bottles just hold them in place.", 7, [
        ("juniper.k", "You and your shadows ❤️"),
        ("pixelpete", "green one looks like it contains a message"),
    ]),
    Post("11-01 18:27", "salt_kite", "lighthouse", "“Turn left at the light,” he said. Thanks @hansolo, there is a rock there.", 8, [
        ("hansolo", "Your other left."),
        ("salt_kite", "Port. The word is PORT."),
        ("3po", "Statistically, most rocks are found beneath lighthouses."),
    ]),
    Post("11-02 22:10", "nightowl_ida", "aurora_lake",
         "KP 7. My phone rang at ten: “Look up.” I was already in the car.\n\n"
         "The lake was still as a table. It began as a grey arch you could have taken for cloud, and then somebody pulled the curtain. "
         "Green along the hem, violet where it ran out of air, and all of it twice, because of the water.\n\n"
         "You don't hear anything. Everybody says so, and still everybody listens.\n\n"
         "@salt_kite this is what you missed by going to bed early 😉\n#aurora #nofilter", 10, [
        ("salt_kite", "I am never sleeping again."),
        ("moss.and.fern", "“Still everybody listens.” Yes."),
        ("yuki_snaps", "Twice, because of the water. Beautiful, Ida."),
        ("hansolo", "OK, that beats mine."),
        ("leia", "He has never said that before. Frame it."),
    ]),
    Post("11-02 22:58", "moss.and.fern", "aurora_firs", "same night, other side of the hill. the firs pretended not to look 💚", 9, [
        ("nightowl_ida", "You were THERE? I had a second thermos!"),
        ("moss.and.fern", "next time wave with the torch"),
    ]),
    Post("11-03 19:21", "pixelpete", "violet_night_ridges", "purple: the other night mode", 4, [
        ("leia", "Battery saving, too."),
        ("yuki_snaps", "The moon looks like a button."),
    ]),
    Post("11-04 15:35", "brot_und_butter", "teapot", "Deux tasses, une théière, et trois heures de conversation. Le thé a refroidi, pas nous. 🫖", 6, [
        ("juniper.k", "The best afternoon in weeks. Merci !"),
        ("yuki_snaps", "Next time I pour."),
        ("brot_und_butter", "Next time I buy a bigger pot."),
    ]),
    Post("11-05 16:02", "hansolo", "snow_peaks", "Somebody lost a glove up there. It's me. I'm somebody.", 5, [
        ("leia", "The pair I gave you?"),
        ("hansolo", "…One of the pair you gave me."),
        ("ob1kenob", "One glove and no sunglasses. You are slowly dissolving."),
    ]),
    Post("11-06 16:49", "noor.of.light", "alpenglow", "Eight minutes of pink. Eight! Then the mountain remembers that it is a stone.", 11, [
        ("moss.and.fern", "the trees got seats in the front row"),
        ("nightowl_ida", "And right after that the first star. I never know which way to point."),
    ]),
    Post("11-07 09:12", "leia", "balloons", "Six balloons, no engines, no deadlines. I could get used to commanding this fleet. 🎈", 11, [
        ("hansolo", "No engines? Who fixes what?"),
        ("leia", "That's the point. Nobody crawls underneath and swears."),
        ("3po", "Are there parachutes? There ought to be parachutes."),
        ("pixelpete", "the big one is buffering"),
    ]),
    Post("11-07 11:03", "yuki_snaps", "poppies", "Found this in the archive from June. Grey November, please take note. #throwback", 2, [
        ("juniper.k", "Noted. Not obeyed, but noted. ☔"),
        ("noor.of.light", "I needed that red today."),
    ]),
    Post("11-07 19:40", "salt_kite", "moon_sea", "Night watch. Somebody laid a silver gangway right up to the bow and then didn't come aboard.", 10, [
        ("nightowl_ida", "That'd be me, I was late."),
        ("ob1kenob", "One should always leave a lamp for a guest like that."),
        ("moss.and.fern", "❤️❤️"),
    ]),
    Post("11-08 08:55", "moss.and.fern", "sunbeam_pines", "stood very still so it would think I'm a tree", 10, [
        ("3po", "Did it work?"),
        ("moss.and.fern", "a nuthatch checked my sleeve for insects, so yes"),
        ("yuki_snaps", "Komorebi 木漏れ日 — we have a word for this light."),
    ]),
    Post("11-08 17:44", "juniper.k", "lavender", "You can't smell a photograph. I have tried. With this one I nearly managed. 💜", 9, [
        ("brot_und_butter", "Lavender shortbread. I can help with the smell."),
        ("pixelpete", "scratch and sniff update when"),
    ]),
    Post("11-09 17:20", "ob1kenob", "eclipse", "The birds went quiet first. Then so did we.", 11, [
        ("nightowl_ida", "The diamond ring! Two seconds, and you got it."),
        ("hansolo", "For once everybody wore sunglasses. Except me."),
        ("3po", "I looked away, as advised, and missed it entirely."),
        ("leia", "I'll describe it to you, 3po."),
    ]),
    Post("11-11 18:36", "3po", "autumn_firs", "I was told to “go and touch grass”. I regret to report that there were mostly trees.", 6, [
        ("leia", "Proud of you anyway."),
        ("moss.and.fern", "welcome 🌲 they're softer than they look"),
        ("3po", "They were not."),
    ]),
    Post("11-12 21:27", "nightowl_ida", "aurora_violet", "Violet means it's high: 300 km up, where there's hardly any air left to glow. Show-off.", 7, [
        ("hansolo", "I know the feeling."),
        ("salt_kite", "Awake this time! Saw the green bit below, thought it was the harbour lights."),
    ]),
    Post("11-14 07:58", "moss.and.fern", "first_snow", "First one. ❄️", 4, [
        ("yuki_snaps", "初雪! ❄️"),
        ("juniper.k", "Putting the kettle on in solidarity."),
        ("hansolo", "Has anyone seen a glove?"),
    ]),
    Post("11-14 15:24", "juniper.k", "baubles", "Yes, I know what month it is. No, I'm not sorry. ✨", 0, [
        ("leia", "It is the fourteenth of November."),
        ("juniper.k", "The silver one has been ready since August."),
        ("3po", "Would it be possible to be in the reflection? I am told that I am shiny."),
    ]),
]


# Where some of the pictures were taken: a name, and mostly degrees north and east.
PLACES = {
    "twin_suns": ("Lars homestead", 33.8428, 7.7790),
    "night_dunes": ("Ong Jemel", 33.9900, 7.8480),
    "aurora_lake": ("Prestvannet, Tromsø", 69.6586, 18.9335),
    "aurora_firs": ("Tromsø", 69.6489, 18.9551),
    "star_trails": ("Ersfjordbotn", 69.6939, 18.6219),
    "white_dunes": ("White Sands", 32.7872, -106.3257),
    "red_mesas": ("Monument Valley", 36.9980, -110.0985),
    "green_downs": ("Sonoma", 38.2490, -122.4103),
    "turquoise_bay": ("عجيبة", 31.4070, 27.0130),
    "lavender": ("Valensole", 43.8380, 5.9840),
    "lighthouse": ("Lindesnes", 57.9826, 7.0467),
    "skerries": ("Verdens Ende", 59.0605, 10.4070),
    "cloud_sea": ("雲海テラス", 43.0640, 142.6290),
    "lake_mirror": ("中禅寺湖", 36.7420, 139.4630),
    "candles": ("The office, 14th floor",),
}
