// Makes the pages interactive. Without this script, they still work with links and forms.
(() => {
"use strict";
const text = {/*texts*/};
const root = document.documentElement, body = document.body;
const $ = (selector, from = document) => from.querySelector(selector);
const $$ = (selector, from = document) => [...from.querySelectorAll(selector)];
const say = (name, ...values) => values.reduce((line, value) => line.replace("{}", value), text[name]);
const viewer = body.dataset.viewer, token = body.dataset.token;
const calm = matchMedia("(prefers-reduced-motion:reduce)");
root.classList.add("js");
// The style sheet hides the content until it is complete, and browsers do not focus a hidden field.
requestAnimationFrame(() => document.activeElement === body && $("[autofocus]")?.focus());

const make = (tag, properties = {}, ...children) => {
	const element = Object.assign(document.createElement(tag), properties);
	element.append(...children);
	return element;
};
const parse = html => new DOMParser().parseFromString(html, "text/html");
// Storage may be full or disabled, so errors are ignored. Returns whether the value is stored.
const keep = (store, key, value) => {
	try { value === null ? store.removeItem(key) : store.setItem(key, value); return true; } catch { return false; }
};
const kept = (store, key) => { try { return store.getItem(key); } catch { return null; } };

// Reloads a page that the browser has kept in memory or in its cache if the viewer has logged in or out in the meantime.
// The offline page, which the service worker shows in place of any page, does not know the viewer. If it appears on going
// back, the page that it hides is restored when the server responds again.
const isOffline = !!$("[data-offline]");
const isReturn = performance.getEntriesByType("navigation")[0]?.type === "back_forward";
const isOutdated = () => (kept(localStorage, "viewer") ?? undefined) !== viewer;
if (!isOffline && isReturn && isOutdated()) return location.reload();
if (!isOffline) keep(localStorage, "viewer", viewer ?? null);
const isBack = isReturn || !!history.state?.isBack;

// Requests

async function send(url, fields, method = "POST") {
	let response;
	const data = fields instanceof FormData ? new URLSearchParams(fields) : fields && new URLSearchParams(fields);
	try {
		response = await fetch(url, {method, body: method === "POST" ? data ?? "" : undefined, headers: {Accept: "application/json", "X-Form-Token": token}});
	} catch { throw Error(text.noAnswer); }
	return answer(response.status, await response.text());
}
function answer(status, source) {
	let json = {};
	try { json = source ? JSON.parse(source) : {}; } catch {}
	if (status >= 200 && status < 300) return json;
	if (status === 401) logIn();
	throw Object.assign(Error(json.error?.message || text.noAnswer), {field: json.error?.field, others: json.others || [], photos: json.photos || []});
}
const logIn = () => { location.href = `/login?next=${encodeURIComponent(location.pathname + location.search)}`; };
async function page(url) {
	const response = await fetch(url, {headers: {Accept: "text/html"}});
	if (!response.ok) throw Error(text.noAnswer);
	// The session has ended. No caller continues, because the browser leaves the page.
	if (response.redirected && new URL(response.url).pathname === "/login") {
		logIn();
		return new Promise(() => {});
	}
	return parse(await response.text());
}

// Toast: only one at a time. It stays longer if it has an action, and while it is hovered or focused.

let toastTimer;
function toast(message, label, act) {
	const space = $(".toast-space"), box = make("div", {className: "toast"}, make("span", {textContent: message}));
	if (label) box.append(make("button", {type: "button", textContent: label, onclick() { box.remove(); act(); }}));
	space.replaceChildren(box);
	watchToast(box, label ? 20000 : 6000);
}
function watchToast(box, time) {
	const leave = () => { clearTimeout(toastTimer); toastTimer = setTimeout(() => box.remove(), time); };
	box.onpointerenter = box.onfocusin = () => clearTimeout(toastTimer);
	box.onpointerleave = box.onfocusout = leave;
	leave();
}
if ($(".toast")) {
	watchToast($(".toast"), 6000);
	// A reload does not show the message again.
	const here = new URL(location.href);
	here.searchParams.delete("done");
	history.replaceState(history.state, "", here);
}

// Photos: alt texts stay hidden while photos load. Clicking on a photo that failed to load tries again.

const photoBox = image => image.closest(".print,.square,.hit-square,.row>a");
function seen(image) { image.classList.add("seen"); photoBox(image)?.classList.remove("broken"); }
function watchPhotos(from = document) {
	for (const image of $$(".print img,.square img,.hit-square img", from)) {
		if (image.complete) image.naturalWidth ? seen(image) : failed(image);
	}
	for (const ground of $$("[data-hash]", from)) arrivals.observe(ground);
}
function watchCaptions(from = document) {
	for (const more of $$(".read-more", from)) {
		const caption = more.previousElementSibling;
		more.classList.toggle("whole", caption.scrollHeight <= caption.clientHeight + 1);
	}
}
function failed(image) {
	image.classList.add("seen");
	photoBox(image)?.classList.add("broken");
}
// Draws the ThumbHash of a photo that has not loaded yet (https://evanw.github.io/thumbhash/). Lightness, the difference
// between yellow and blue, and the difference between red and green are each a sum of cosines.
function thumb(hash) {
	const bytes = [...atob(hash)].map(letter => letter.charCodeAt());
	const head = bytes[0] | bytes[1] << 8 | bytes[2] << 16, shape = bytes[3] | bytes[4] << 8;
	const isClear = head >> 23, isWide = shape >> 15, long = isClear ? 5 : 7, short = Math.max(3, shape & 7);
	let nibble = isClear ? 12 : 10;
	const channel = (columns, rows, mean, scale) => {
		const waves = [];
		for (let y = 0; y < rows; y++) for (let x = y ? 0 : 1; x * rows < columns * (rows - y); x++, nibble++)
			waves.push([x, y, ((bytes[nibble >> 1] >> 4 * (nibble & 1) & 15) / 7.5 - 1) * 2 * scale]);
		return (u, v) => waves.reduce((sum, [x, y, height]) => sum + height * Math.cos(Math.PI * x * u) * Math.cos(Math.PI * y * v), mean);
	};
	const light = channel(isWide ? long : short, isWide ? short : long, (head & 63) / 63, (head >> 18 & 31) / 31);
	const yellow = channel(3, 3, (head >> 6 & 63) / 31.5 - 1, (shape >> 3 & 63) / 63 * 1.25);
	const red = channel(3, 3, (head >> 12 & 63) / 31.5 - 1, (shape >> 9 & 63) / 63 * 1.25);
	const width = isWide ? 16 : Math.ceil(16 * short / long), height = isWide ? Math.ceil(16 * short / long) : 16;
	const canvas = make("canvas", {className: "ground", width, height}), paper = canvas.getContext("2d");
	const pixels = paper.createImageData(width, height);
	for (let index = 0; index < width * height; index++) {
		const u = (index % width + .5) / width, v = (Math.floor(index / width) + .5) / height;
		const l = light(u, v), q = red(u, v), b = l - 2 / 3 * yellow(u, v), r = (3 * l - b + q) / 2;
		pixels.data.set([r, r - q, b, 1].map(value => 255 * value), 4 * index);
	}
	paper.putImageData(pixels, 0, 0);
	return canvas;
}
const arrivals = new IntersectionObserver(entries => {
	for (const {isIntersecting, target} of entries) {
		if (!isIntersecting) continue;
		arrivals.unobserve(target);
		if (!$("img", target.parentElement)?.complete) target.after(thumb(target.dataset.hash));
	}
}, {rootMargin: "50% 0px"});
document.addEventListener("load", event => event.target.tagName === "IMG" && seen(event.target), true);
document.addEventListener("error", event => event.target.tagName === "IMG" && failed(event.target), true);
document.addEventListener("click", event => {
	const box = event.target.closest(".broken");
	const image = box && $("img", box);
	if (!image) return;
	event.preventDefault();
	const [source, set] = [image.src, image.srcset];
	image.srcset = "";
	image.src = "";
	image.srcset = set;
	image.src = source;
}, true);

// Likes: shown at once, and corrected if they could not be saved

const likes = new Map(), knownLikes = `likes:${viewer}`;
function showLike(id, liked, count) {
	for (const article of $$(`[data-post="${CSS.escape(id)}"]`)) {
		const button = $(".heart", article);
		if (!button) continue;
		button.setAttribute("aria-pressed", liked);
		button.setAttribute("aria-label", count === 0 ? text.likeNone : count === 1 ? text.likeOne : say("like", count));
		$(".count", button).textContent = count;
		const form = button.form;
		form.action = form.action.replace(/\/(un)?like$/, liked ? "/unlike" : "/like");
	}
	const known = JSON.parse(kept(sessionStorage, knownLikes) || "{}");
	known[id] = [liked, count];
	keep(sessionStorage, knownLikes, JSON.stringify(known));
}
// Updates the sentence about the users that like the open post. It appears and disappears only after a press, because
// it moves the comments.
let latestLikers = 0, wasPressed = false;
async function showLikers(isPressed) {
	if (!open) return;
	wasPressed ||= isPressed;
	const number = ++latestLikers, next = $(".likers", await page(location.href)), line = $(".likers");
	// Responses may arrive out of order.
	if (number !== latestLikers) return;
	if (line && next) line.replaceWith(next);
	else if (wasPressed) line ? line.remove() : next && $(".actions").after(next);
	wasPressed = false;
}
async function like(article, wanted) {
	const id = article.dataset.post, button = $(".heart", article);
	if (!button) return;
	const liked = button.getAttribute("aria-pressed") === "true", count = Number($(".count", button).textContent);
	if (wanted === liked) return;
	const state = likes.get(id) || {saved: liked, count, busy: false};
	likes.set(id, state);
	state.wanted = wanted;
	const base = button.form.action.replace(/\/(un)?like$/, "");
	showLike(id, wanted, count + (wanted ? 1 : -1));
	if (state.busy) return;
	state.busy = true;
	try {
		while (state.wanted !== state.saved) {
			const target = state.wanted;
			const result = await send(base + (target ? "/like" : "/unlike"), {});
			state.saved = target;
			state.count = result.likeCount ?? state.count;
		}
		showLike(id, state.saved, state.count);
		likes.delete(id);
		showLikers(true).catch(() => {});
	} catch {
		const target = state.wanted;
		showLike(id, state.saved, state.count);
		likes.delete(id);
		toast(text.likeFailed, text.retry, () => like(article, target));
	}
}
function burst(print) {
	if (calm.matches) return;
	const heart = document.createElementNS("http://www.w3.org/2000/svg", "svg");
	heart.setAttribute("class", "burst");
	heart.setAttribute("viewBox", "0 0 24 24");
	heart.innerHTML = '<path d="M12 20.2 4.3 12.4a4.9 4.9 0 0 1 0-6.9 4.8 4.8 0 0 1 6.8 0l.9.9.9-.9a4.8 4.8 0 0 1 6.8 0 4.9 4.9 0 0 1 0 6.9z"/>';
	print.append(heart);
	setTimeout(() => heart.remove(), 720);
}
// A double tap likes the post, and a single tap opens the photo after 250 ms. A mouse click opens it at once.
let tap = null;
document.addEventListener("click", event => {
	const print = event.target.closest(".post .print");
	const link = event.target.closest("a");
	if (!print || !link || event.defaultPrevented || event.pointerType !== "touch") return;
	event.preventDefault();
	if (tap?.print === print) {
		clearTimeout(tap.timer);
		tap = null;
		burst(print);
		like(print.closest("[data-post]"), true);
	} else {
		tap = {print, timer: setTimeout(() => { tap = null; openPhoto(link); }, 250)};
	}
});
const openPhoto = link => link.closest(".whole-post") ? fullSize() : location.assign(link.href);

// Bookmarks: shown at once, and corrected if they could not be saved

let bookmarksSent = Promise.resolve();
const knownBookmarks = `bookmarks:${viewer}`;
function showBookmark(id, isSet) {
	for (const button of $$(`[data-post="${CSS.escape(id)}"] .bookmark`)) {
		button.setAttribute("aria-pressed", isSet);
		button.formAction = button.formAction.replace(/(un)?bookmark$/, isSet ? "unbookmark" : "bookmark");
	}
	const known = JSON.parse(kept(sessionStorage, knownBookmarks) || "{}");
	known[id] = isSet;
	keep(sessionStorage, knownBookmarks, JSON.stringify(known));
}
async function bookmark(id, button) {
	const isSet = button.getAttribute("aria-pressed") !== "true", url = button.formAction;
	showBookmark(id, isSet);
	// One after the other, because the last press decides.
	const sent = bookmarksSent.then(() => send(url, {}));
	bookmarksSent = sent.catch(() => {});
	try {
		await sent;
	} catch {
		showBookmark(id, !isSet);
		toast(text.bookmarkFailed, text.retry, () => bookmark(id, button));
	}
}

// Forms

document.addEventListener("submit", event => {
	const form = event.target;
	if (form.matches(".like")) {
		event.preventDefault();
		const article = form.closest("[data-post]");
		if (event.submitter?.matches(".bookmark")) bookmark(article.dataset.post, event.submitter);
		else like(article, $(".heart", form).getAttribute("aria-pressed") !== "true");
	} else if (form.matches(".comment-form")) {
		event.preventDefault();
		comment(form);
	} else if (form.closest("dialog") && /\/(post|comment)\/[^/]+\/delete$/.test(form.action)) {
		event.preventDefault();
		remove(form);
	} else if (form.matches(".composer")) {
		event.preventDefault();
		post(form);
	} else if (form.matches('[action$="/signup"]')) {
		event.preventDefault();
		signUp(form);
	} else if (form.matches('[action$="logout"]')) {
		for (const name of ["pages", "photos"]) self.caches?.delete(name);
	}
});
document.addEventListener("keydown", event => {
	if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && event.target.matches("textarea")) event.target.form?.requestSubmit();
});

// After a fault, the server's form takes the place of this one, and the password stays in its field: an answer of the server
// never contains it, so that no cache, history or log can.
async function signUp(form) {
	const button = $("button.full", form), {value} = $("#password", form);
	button.disabled = true;
	let next;
	try {
		const body = new URLSearchParams(new FormData(form));
		const response = await fetch(form.action, {method: "POST", body, headers: {Accept: "text/html"}, redirect: "manual"});
		if (response.type === "opaqueredirect") return location.assign($("[name=next]", form)?.value || "/");
		next = $(".door-form", parse(await response.text()));
	} catch {
		button.disabled = false;
		return toast(text.noAnswer);
	}
	// Any other answer is shown like without this script.
	if (!next) return form.submit();
	$(".door-form").replaceWith(next);
	$("#password", next).value = value;
	setUpPasswords(next);
	setUpInvitation();
	$("[autofocus]", next)?.focus();
}

// Comments

const draftKey = () => `draft:${viewer}:${location.pathname}`;
function commentCount(count) {
	for (const element of $$(".comment-count")) element.textContent = count;
	const title = $(".comments-title");
	if (title) title.textContent = count === 0 ? text.noComments : count === 1 ? text.comments1 : say("comments", count);
}
// The draft stays until the comment is saved, unless the viewer writes the next one in the meantime.
async function comment(form, words = $("textarea", form).value.trim(), item) {
	if (!words) return;
	const field = $("textarea", form);
	if (!item) {
		field.value = "";
		keep(localStorage, draftKey(), words);
		sendable(form);
	}
	const line = make("p", {className: "comment-text", dir: "auto", textContent: words});
	const state = make("p", {className: "comment-time", textContent: text.sending});
	const fresh = make("li", {className: "comment sending"}, make("div", {className: "comment-words"}, line, state));
	item ? item.replaceWith(fresh) : $(".comment-list").append(fresh);
	fresh.scrollIntoView({block: "nearest"});
	try {
		const result = await send(form.action, {text: words});
		const added = parse(result.html).body.firstElementChild;
		if (document.getElementById(added.id)) fresh.remove(); else fresh.replaceWith(added);
		commentCount(result.commentCount);
		if (kept(localStorage, draftKey()) === words) keep(localStorage, draftKey(), null);
	} catch (error) {
		fresh.className = "comment unsent";
		state.setAttribute("role", "alert");
		state.replaceChildren(`${text.notSent} ${error.message} `, make("button", {type: "button", className: "retry", textContent: text.retry, onclick: () => comment(form, words, fresh)}));
		if (!kept(localStorage, draftKey())) keep(localStorage, draftKey(), words);
	}
}
function sendable(form) { $("button", form).disabled = !$("textarea", form).value.trim(); }
function setUpComments() {
	const form = $(".comment-form");
	if (!form) return;
	const field = $("textarea", form);
	field.value ||= kept(localStorage, draftKey()) || "";
	field.oninput = () => { sendable(form); keep(localStorage, draftKey(), field.value || null); };
	sendable(form);
}

// Dialogs: each shows the question from a page that also works on its own

let opener;
async function ask(link) {
	opener = link;
	const question = $("[data-question]", await page(link.href));
	const title = $("h1", question);
	title.id = "question";
	show(question, {labelledBy: "question"});
}
function show(content, {labelledBy, className} = {}) {
	const dialog = make("dialog", {className: className || ""}, content);
	if (labelledBy) dialog.setAttribute("aria-labelledby", labelledBy);
	dialog.onclose = () => { dialog.remove(); opener?.focus(); opener = null; };
	dialog.addEventListener("click", event => { if (event.target === dialog && !className) dialog.close(); });
	body.append(dialog);
	setUpPasswords(dialog);
	dialog.showModal();
	return dialog;
}
async function remove(form) {
	const dialog = form.closest("dialog");
	try {
		const result = await send(form.action, new FormData(form));
		if (form.action.includes("/post/")) { location.href = "/"; return; }
		const item = opener?.closest(".comment"), next = item?.nextElementSibling || item?.previousElementSibling;
		opener = next && $("a", next);
		dialog.close();
		item?.remove();
		commentCount(result.commentCount);
	} catch (error) { dialog.close(); toast(error.message); }
}

// Clicks on buttons and links that the script handles

// Copies a text, or shows it instead: browsers without encryption have no clipboard.
function copy(words, show) {
	if (navigator.clipboard) navigator.clipboard.writeText(words).then(() => toast(text.copied), show); else show();
}
document.addEventListener("click", event => {
	const target = event.target.closest(".back,[data-dialog],[data-close],[data-step],[data-do],.full-size,.show");
	if (!target || event.ctrlKey || event.metaKey || event.shiftKey) return;
	if (target.matches(".back")) {
		event.preventDefault();
		goBack(target);
	} else if (target.matches("[data-dialog]")) {
		event.preventDefault();
		target.closest("[popover]")?.hidePopover();
		ask(target).catch(() => location.assign(target.href));
	} else if (target.matches("[data-close]") && target.closest("dialog")) {
		event.preventDefault();
		target.closest("dialog").close();
	} else if (target.matches("[data-step]")) {
		step(target.closest(".post"), Number(target.dataset.step));
	} else if (target.matches(".full-size")) {
		event.preventDefault();
		fullSize();
	} else if (target.matches(".show")) {
		const field = $("input", target.parentElement), hidden = field.type === "password";
		field.type = hidden ? "text" : "password";
		target.textContent = hidden ? text.hide : text.show;
		target.setAttribute("aria-pressed", hidden);
	} else if (target.dataset.do === "copy-link") {
		target.closest("[popover]").hidePopover();
		const link = location.href.split("#")[0];
		copy(link, () => toast(link, text.close, () => {}));
	} else if (target.dataset.do === "copy-invitation") {
		const command = $("#invitation");
		copy(command.dataset.link, () => getSelection().selectAllChildren(command));
	} else if (target.dataset.do === "locate") {
		locate(target.form);
	}
});
// Goes back to the page from which this one was opened, at the place where it was left, or else to the link's page. States
// of this page, the same page before a form changed it, and pages that only contain a form are passed over.
function goBack(link) {
	const isForm = /^\/(login|signup|new|settings\/.+)$|\/(edit|delete)$/, {pathname} = location;
	const isOther = ({pathname: path}) => path !== pathname && !isForm.test(path);
	if ("navigation" in self) {
		const entries = navigation.entries().slice(0, navigation.currentEntry.index);
		const before = entries.findLast(entry => !entry.sameDocument && entry.url && isOther(new URL(entry.url)));
		if (before) return navigation.traverseTo(before.key);
	} else {
		const before = document.referrer && new URL(document.referrer);
		if (before && before.origin === location.origin && isOther(before)) return history.back();
	}
	location.href = link.href;
}
function setUpPasswords(from = document) { for (const button of $$(".show", from)) button.hidden = false; }
function locate(form) {
	const field = $("[name=position]", form), output = $(".place-answer", form);
	const tell = message => output ? output.textContent = message : toast(message);
	if (!isSecureContext || !navigator.geolocation) return tell(text.noPosition);
	navigator.geolocation.getCurrentPosition(({coords}) => {
		field.value = `${coords.latitude.toFixed(4)},${coords.longitude.toFixed(4)}`;
		if (form.matches(".near-form")) form.requestSubmit(); else { tell(text.located); saveDraft(); }
	}, () => tell(text.position));
}

// Several photos

function step(post, by) {
	const row = post && $(".row", post);
	row?.scrollBy({left: by * row.clientWidth, behavior: calm.matches ? "auto" : "smooth"});
	return row;
}
document.addEventListener("scroll", event => {
	const row = event.target;
	if (!row.classList?.contains("row")) return;
	const index = Math.round(row.scrollLeft / row.clientWidth), post = row.closest(".post");
	$$(".segments i", post).forEach((segment, position) => segment.className = position === index ? "on" : "off");
	const count = $(".step-count", post);
	if (count) count.textContent = say("step", index + 1, row.children.length);
	const image = row.children[index] && $("img", row.children[index]);
	for (const link of image ? $$('.actions a[href*="/photo/"],.menu a[href*="/photo/"]', post) : [])
		link.href = image.src.replace(/[^/]+$/, link.href.split("/").pop());
}, true);

// Full size

function fullSize() {
	const post = $(".whole-post") || current();
	const row = post && $(".row", post);
	const image = post && (row ? row.children[Math.round(row.scrollLeft / row.clientWidth)] : post).querySelector("img");
	if (!image) return;
	opener = document.activeElement;
	// The large rendition of a long photo is not among the sources; a tall one scrolls at its own width.
	const [width, height] = ["width", "height"].map(name => Number(image.getAttribute(name)));
	const isLong = Math.max(width, height) > 3 * Math.min(width, height);
	const source = isLong ? image.src.replace(/[^/]+$/, "fit2048")
		: image.srcset ? image.srcset.split(", ").pop().split(" ")[0] : image.src;
	const copy = make("img", {src: source, alt: image.alt, width: image.width, height: image.height});
	[copy.width, copy.height] = [width, height];
	const save = make("a", {className: "button", href: source.replace(/[^/]+$/, "copy"), textContent: text.save});
	save.setAttribute("download", "");
	const close = make("button", {type: "button", className: "button", textContent: text.close, onclick: () => dialog.close()});
	const dialog = show(copy, {className: isLong && height > width ? "viewer tall" : "viewer"});
	dialog.setAttribute("aria-label", image.alt);
	dialog.append(make("div", {className: "pill"}, save, close));
	let timer;
	const wake = () => { dialog.classList.remove("quiet"); clearTimeout(timer); timer = setTimeout(() => dialog.classList.add("quiet"), 2000); };
	dialog.onpointermove = wake;
	dialog.addEventListener("keydown", event => { if (event.key === "b") dialog.classList.toggle("black"); });
	wake();
}

// Keyboard shortcuts

let previousKey = "";
const current = () => document.activeElement.closest?.(".post") || firstVisible();
function firstVisible() {
	const top = $(".bar").offsetHeight;
	return $$(".post[data-post]").find(post => post.getBoundingClientRect().bottom > top + 40);
}
function move(by) {
	const posts = $$(".post[data-post]"), focused = document.activeElement.closest?.(".post");
	const edge = $(".bar").offsetHeight + 8, top = post => $(".print", post).getBoundingClientRect().top;
	const below = by > 0 ? posts.find(post => top(post) > edge + 9) : posts.findLast(post => top(post) < edge - 9);
	const post = focused ? posts[posts.indexOf(focused) + by] : below;
	if (!post) return;
	post.focus({preventScroll: true});
	scrollTo({top: top(post) + scrollY - edge, behavior: "auto"});
}
document.addEventListener("keydown", event => {
	const target = event.target;
	if (!body.dataset.keys || event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
	if (target.matches("input:not([type=checkbox],[type=radio]),textarea,select") || $("dialog[open],:popover-open")) return;
	const key = event.key, after = previousKey;
	previousKey = key === "g" ? "g" : "";
	const go = selector => $(selector)?.click();
	const keys = after === "g" ? {h: ".logo", e: '.pages a:nth-child(2)', a: '.pages a:nth-child(3)', p: ".you"} : {};
	if (keys[key]) go(keys[key]);
	else if (key === "j") move(1);
	else if (key === "k") move(-1);
	else if (key === "ArrowLeft" || key === "ArrowRight") { if (!step(current(), key === "ArrowLeft" ? -1 : 1)) return; }
	else if (key === "l") { const post = current(); if (post) like(post, $(".heart", post)?.getAttribute("aria-pressed") !== "true"); }
	else if (key === "c") { const field = $("#comment"); field ? field.focus() : current() && $(".open-comments", current())?.click(); }
	else if (key === "o" || key === "Enter" && target.matches(".post")) $(".print a,a.print", current() || root)?.click();
	else if (key === "f") fullSize();
	else if (key === ".") $(".news:not([hidden])")?.click();
	else if (key === "n") go(".new-post");
	else if (key === "/") ($("#query") || $(".search input")?.offsetParent && $(".search input") || {focus: () => go(".search-link")}).focus();
	else if (key === "Escape" && $(".back") && !photos.length) goBack($(".back"));
	else if (key === "?") help();
	else return;
	event.preventDefault();
});
function help() {
	opener = document.activeElement;
	const list = make("dl", {className: "keys"});
	for (const [key, words] of text.list) list.append(make("dt", {textContent: key}), make("dd", {textContent: words}));
	const title = make("h2", {id: "keys", className: "dialog-title", textContent: text.keys});
	show(make("div", {}, title, list), {labelledBy: "keys"});
}

// Older posts: loaded two screens before the end of the list

const near = new IntersectionObserver(entries => entries.some(entry => entry.isIntersecting) && older(), {rootMargin: "0px 0px 200% 0px"});
let loading = false;
function watchEnd() {
	near.disconnect();
	const link = $("[data-end] .older");
	if (link && $("[data-items]")) near.observe(link);
}
async function older() {
	const end = $("[data-end]"), link = end && $(".older", end);
	if (!link || loading) return;
	loading = true;
	const words = link.textContent;
	link.setAttribute("aria-busy", "true");
	const slow = setTimeout(() => { link.textContent = text.loading; bones(end); }, 300);
	try {
		append(await page(link.href));
	} catch {
		link.textContent = words;
		const again = make("button", {type: "button", className: "button plain", textContent: text.retry, onclick() { note.remove(); loading = false; older(); }});
		const note = make("p", {role: "alert"}, make("span", {textContent: `${text.olderFailed} `}), again);
		end.prepend(note);
		return;
	} finally { clearTimeout(slow); $(".skeleton")?.remove(); link.removeAttribute("aria-busy"); }
	loading = false;
	watchEnd();
}
// Shows a placeholder below the end, because above it, the end would move.
function bones(end) {
	if (!$(".feed")) return;
	const box = make("div", {className: "post skeleton"}, make("div", {className: "prints"}, make("div", {className: "bone bone-photo"})));
	box.setAttribute("aria-hidden", "true");
	end.after(box);
}
function append(next) {
	const list = $("[data-items]"), more = $("[data-items]", next), end = $("[data-end]", next);
	const known = new Set($$("[data-post]", list).map(item => item.dataset.post));
	for (const item of $$("[data-post]", more)) if (known.has(item.dataset.post)) (item.closest(".cell") || item).remove();
	const grid = $(".grid", list), newGrid = $(".grid", more);
	const [into, from] = grid && newGrid ? [grid, newGrid] : [list, more];
	for (const child of [...from.children]) {
		const last = into.lastElementChild;
		const same = ["day", "month"].some(key => child.dataset[key] && last?.dataset[key] === child.dataset[key]);
		if (child.matches("ul") && last?.matches("ul")) last.append(...child.children);
		else if (same) ($(":scope>ul", last) || last).append(...$$(":scope>:not(h2),:scope>ul>*", child).filter(item => !item.matches("ul")));
		else into.append(child);
	}
	const isSame = end && $(".older", end)?.href === $("[data-end] .older").href;
	$("[data-end]").replaceWith(end && !isSame ? end : make("div", {className: "end"}));
	watchPhotos(list);
	watchCaptions(list);
}

// Going back restores the main part and the scroll position, stored under the ID of the history entry. The pages left
// least recently are evicted if there are more than five, or if storage is full.

history.scrollRestoration = "auto";
const entry = history.state?.entry || `${Date.now()}${Math.random()}`;
history.replaceState({...history.state, entry, isBack: isOffline && isBack}, "");
addEventListener("pagehide", () => {
	if (!$("[data-items]")) return;
	const html = $("#main").innerHTML;
	if (html.length >= 1500000) return;
	const place = JSON.stringify({viewer, html, y: scrollY});
	const others = JSON.parse(kept(sessionStorage, "places") || "[]").filter(other => other !== entry);
	const evict = () => keep(sessionStorage, `place:${others.shift()}`, null);
	while (others.length > 4) evict();
	while (!keep(sessionStorage, `place:${entry}`, place) && others.length) evict();
	keep(sessionStorage, "places", JSON.stringify([...others, entry]));
});
function restore() {
	if (!isBack) return;
	const saved = JSON.parse(kept(sessionStorage, `place:${entry}`) || "null");
	if (!saved || saved.viewer !== viewer || !$("[data-items]")) return;
	$("#main").innerHTML = saved.html;
	for (const image of $$("#main img.seen")) image.removeAttribute("loading");
	scrollTo(0, saved.y);
	addEventListener("load", () => scrollTo(0, saved.y), {once: true});
}
function recallLikes() {
	const known = JSON.parse(kept(sessionStorage, knownLikes) || "{}");
	for (const [id, [liked, count]] of Object.entries(known)) showLike(id, liked, count);
	const bookmarks = JSON.parse(kept(sessionStorage, knownBookmarks) || "{}");
	for (const [id, isSet] of Object.entries(bookmarks)) showBookmark(id, isSet);
}
// The number of comments on a post that the viewer leaves, for the pages to which they go back.
const knownComments = `comments:${viewer}`;
addEventListener("pagehide", () => {
	const count = open && $(".comment-count"), title = $(".comments-title");
	if (!count || !title) return;
	const known = JSON.parse(kept(sessionStorage, knownComments) || "{}");
	known[open] = [count.textContent, title.textContent];
	keep(sessionStorage, knownComments, JSON.stringify(known));
});
function recallComments() {
	const known = JSON.parse(kept(sessionStorage, knownComments) || "{}");
	for (const [id, [count, title]] of Object.entries(known)) for (const link of $$(`[data-post="${CSS.escape(id)}"] .open-comments`)) {
		$(".count", link).textContent = count;
		link.setAttribute("aria-label", link.getAttribute("aria-label").replace(/,.*/s, `, ${title}`));
	}
}
addEventListener("pageshow", event => {
	if (!event.persisted) return;
	if (isOutdated()) return location.reload();
	recallLikes();
	recallComments();
	live();
});

// Search while typing

function setUpSearch() {
	const field = $("#query");
	if (!field) return;
	let timer, latest = 0, pushed = false;
	field.addEventListener("input", () => {
		clearTimeout(timer);
		timer = setTimeout(async () => {
			const number = ++latest, url = new URL(field.form.action), words = field.value.trim();
			if (words) url.searchParams.set("q", words);
			try {
				const next = await page(url);
				if (number !== latest) return;
				$("#results").replaceChildren(...$("#results", next).childNodes);
				watchPhotos();
				history[pushed ? "replaceState" : "pushState"](history.state, "", url);
				pushed = true;
				document.title = next.title;
			} catch (error) { toast(error.message); }
		}, 250);
	});
	addEventListener("popstate", () => location.reload());
}

// Composer

// The alt texts of the draft stay here until the viewer chooses the photos again.
let photos = [], draftAlts = [], selected = 0, isPosting = false, composer;
const newDraft = `draft:${viewer}:new`, draftFields = ["caption", "place", "position", "date", "time"];
function setUpComposer() {
	composer = $(".composer");
	if (!composer) return;
	const input = $(".photos-input", composer), zone = $(".composer-photos", composer);
	// The script removes chosen photos from the file field, so the field must no longer be required.
	composer.noValidate = true;
	input.onchange = () => { add(input.files); input.value = ""; };
	zone.ondragover = () => $(".drop-zone", zone).classList.add("over");
	zone.ondragleave = () => $(".drop-zone", zone).classList.remove("over");
	composer.oninput = event => {
		if (event.target.name === "alt" && photos[selected]) { photos[selected].alt = event.target.value; strip(); }
		counter(composer);
		saveDraft();
	};
	const draft = JSON.parse(kept(localStorage, newDraft) || "null");
	if (draft && !$("#caption").value) {
		for (const name of draftFields) $(`#${name}`).value = draft[name] || "";
		draftAlts = draft.alts || [];
		const discard = make("button", {type: "button", className: "retry", textContent: text.discard, onclick() {
			keep(localStorage, newDraft, null);
			for (const name of draftFields) $(`#${name}`).value = "";
			draftAlts = [];
			note.remove();
		}});
		const note = make("p", {className: "hint"}, `${text.draft} `, discard);
		$(".composer-draft").append(note);
	}
	hang();
	counter(composer);
}
function counter(from) {
	for (const field of $$("[data-count]", from)) {
		const output = $(".counter", field.parentElement);
		if (output) output.textContent = `${[...field.value].length} / ${Number(field.dataset.count).toLocaleString("en")}`;
	}
}
function saveDraft() {
	if (!composer || !$("#caption")) return;
	const draft = {alts: [...photos.map(photo => photo.alt), ...draftAlts]};
	for (const name of draftFields) draft[name] = $(`#${name}`).value;
	const isEmpty = !draftFields.some(name => draft[name]) && !draft.alts.some(Boolean);
	keep(localStorage, newDraft, isEmpty ? null : JSON.stringify(draft));
}
const megabytes = file => Math.ceil(file.size / 1048576);
function add(files) {
	const images = [...files].filter(file => file.type.startsWith("image/") || /\.hei[cf]$/i.test(file.name));
	if (images.length < files.length) toast(text.noPictures);
	for (const file of images) {
		if (photos.length === 10) { toast(text.tooMany); break; }
		const alt = draftAlts.shift() || "";
		const photo = {file, alt, url: URL.createObjectURL(file), fault: file.size > 64 * 1048576 ? `${megabytes(file)} MB` : ""};
		photos.push(photo);
		if (!photo.fault) check(photo);
	}
	hang();
	saveDraft();
}
// Marks a photo that the browser cannot show, unless only the server knows its format. The server decides whether it is
// posted.
function check(photo) {
	if (/hei[cf]/i.test(photo.file.type + photo.file.name)) return;
	make("img", {src: photo.url}).decode().catch(() => {
		photo.isDamaged = true;
		if (photos.includes(photo)) hang();
	});
}
// Shows the selected photo and the strip of all photos in place of the drop zone, or the drop zone without photos.
function hang() {
	const any = photos.length > 0;
	$(".drop-zone", composer).hidden = any;
	$(".stage", composer).hidden = $(".strip", composer).hidden = !any;
	$(".private", composer).hidden = any;
	composer.classList.toggle("has-photos", any);
	$(".label button.full", composer).disabled = !any || isPosting;
	$(".alt-field textarea", composer).disabled = !any;
	if (!any) return;
	selected = Math.min(selected, photos.length - 1);
	const photo = photos[selected];
	const image = make("img", {className: "plain-photo", src: photo.url, alt: photo.alt});
	$(".stage", composer).replaceChildren(image);
	$(".alt-field textarea", composer).value = photo.alt;
	$(".alt-field label", composer).textContent = say("describe", selected + 1, photos.length);
	strip();
	counter(composer);
}
function strip() {
	const box = $(".strip", composer), addition = $(".strip-add", box), focused = box.contains(document.activeElement);
	for (const old of $$(".strip-photo", box)) old.remove();
	photos.forEach((photo, index) => {
		const button = make("button", {type: "button", draggable: true, onclick() { selected = index; hang(); }}, make("img", {src: photo.url, alt: ""}));
		button.setAttribute("aria-pressed", index === selected);
		button.setAttribute("aria-label", say("photo", index + 1, photos.length));
		button.onkeydown = event => {
			if (event.altKey && /^Arrow(Left|Right)$/.test(event.key)) { event.preventDefault(); reorder(index, index + (event.key === "ArrowLeft" ? -1 : 1)); }
			if (event.key === "Delete") takeOut(index);
		};
		button.ondragstart = event => event.dataTransfer.setData("text/x-photo", index);
		button.ondragover = event => event.preventDefault();
		button.ondrop = event => { const from = event.dataTransfer.getData("text/x-photo"); if (from) { event.preventDefault(); event.stopPropagation(); reorder(Number(from), index); } };
		const state = make("span", {textContent: photo.fault || photo.isDamaged && text.damaged || (photo.alt.trim() ? text.alt : text.noAlt)});
		const out = make("button", {type: "button", className: "take-out", textContent: text.remove, onclick: () => takeOut(index)});
		addition.before(make("div", {className: photo.isDamaged ? "strip-photo bad-photo damaged" : photo.fault ? "strip-photo bad-photo" : "strip-photo"}, button, state, index === selected ? make("br") : "", index === selected ? out : ""));
	});
	addition.hidden = photos.length >= 10;
	if (focused) $$(".strip-photo>button:first-child", box)[selected]?.focus();
}
function reorder(from, to) {
	if (to < 0 || to >= photos.length) return;
	photos.splice(to, 0, ...photos.splice(from, 1));
	selected = to;
	hang();
	saveDraft();
}
function takeOut(index) {
	URL.revokeObjectURL(photos[index].url);
	photos.splice(index, 1);
	hang();
	saveDraft();
}
function post(form) {
	const button = $(".label button.full", form), words = button.dataset.words ||= button.textContent;
	// A keyboard shortcut submits the form even while its button is disabled.
	if (button.disabled) return;
	const large = photos.findIndex(photo => photo.fault);
	if (large >= 0) return refuse(form, say("tooLarge", large + 1, megabytes(photos[large].file)));
	const data = new FormData(), sent = [...photos];
	data.append("token", token);
	for (const photo of photos) data.append("photo", photo.file, photo.file.name);
	for (const photo of photos) data.append("alt", photo.alt);
	for (const name of draftFields) data.append(name, form.elements[name].value);
	if (form.elements["place-from-photo"].checked) data.append("place-from-photo", "on");
	const line = $(".progress", form), bar = $("progress", line), upload = new XMLHttpRequest();
	const finish = () => { isPosting = button.disabled = false; line.hidden = true; };
	isPosting = button.disabled = true;
	line.hidden = false;
	$(".composer-faults", form).replaceChildren();
	upload.upload.onprogress = event => {
		const share = event.loaded / event.total, sizes = photos.map(photo => photo.file.size);
		let sum = 0;
		const number = sizes.findIndex(size => (sum += size) >= share * sizes.reduce((a, b) => a + b)) + 1 || photos.length;
		bar.value = 100 * share;
		button.textContent = say("progress", number, photos.length, Math.floor(100 * share));
	};
	upload.onload = () => {
		finish();
		try {
			const result = answer(upload.status, upload.responseText);
			keep(localStorage, newDraft, null);
			photos = [];
			button.disabled = true;
			location.href = result.location || "/";
		} catch (error) {
			// The server says which files it cannot use. Several may have the same name.
			for (const index of error.photos || []) if (sent[index]) sent[index].isDamaged = true;
			hang();
			refuse(form, [error.message, ...error.others || []].join(" "));
		}
	};
	upload.onerror = () => { finish(); refuse(form, text.noAnswer); };
	upload.open("POST", form.action);
	upload.setRequestHeader("Accept", "application/json");
	upload.setRequestHeader("X-Form-Token", token);
	upload.send(data);
	button.textContent = say("progress", 1, photos.length, 0);
	form.words = words;
}
function refuse(form, message) {
	const icon = '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4 2.8 20h18.4zM12 10v4.5M12 17.1v.2"/></svg>';
	const note = make("div", {className: "note bad", innerHTML: icon});
	note.append(make("div", {}, make("b", {textContent: text.failed}), make("p", {textContent: `${message} ${text.kept}`})));
	note.setAttribute("role", "alert");
	note.tabIndex = -1;
	$(".composer-faults", form).replaceChildren(note);
	$(".label button.full", form).textContent = text.retry;
	note.focus();
}
// Browsers also offer a photo of the page that is dragged as a file.
let isOwnDrag = false;
document.addEventListener("dragstart", () => { isOwnDrag = true; });
document.addEventListener("dragend", () => { isOwnDrag = false; });
// Reordering replaces the dragged photo, so its dragend does not arrive here.
document.addEventListener("drop", () => setTimeout(() => { isOwnDrag = false; }), true);
const hasFiles = event => !isOwnDrag && event.dataTransfer?.types.includes("Files");
document.addEventListener("dragover", event => { if (viewer && hasFiles(event)) event.preventDefault(); });
document.addEventListener("dragenter", event => {
	if (!hasFiles(event) || !composer) return;
	const title = $(".drop-title", composer), count = event.dataTransfer.items.length;
	title.textContent = count === 1 ? text.dropOne : say("drop", count);
});
document.addEventListener("drop", async event => {
	if (!viewer || !hasFiles(event)) return;
	event.preventDefault();
	const files = [...event.dataTransfer.files];
	if (!composer) {
		const next = await page($(".new-post").href);
		history.pushState({}, "", $(".new-post").href);
		for (const part of [".bar", ".tabs", "#main"]) $(part).replaceWith($(part, next));
		document.title = next.title;
		scrollTo(0, 0);
		addEventListener("popstate", () => location.reload());
		setUpComposer();
	}
	add(files);
});

// Appearance

for (const form of $$(".appearance")) {
	$("button", form).classList.add("unneeded");
	form.onchange = async () => {
		const data = new FormData(form), theme = data.get("theme");
		theme === "device" ? delete root.dataset.theme : root.dataset.theme = theme;
		try { await send(form.action, data); toast(text.saved); } catch (error) { toast(error.message); }
	};
}

// The progress of an import: only its text and bar change, until the outcome replaces them. Screen readers announce the
// outcome, because it appears in a region that the page had from the start.

async function watchImport() {
	for (let part; (part = $(".import.running")); ) {
		await new Promise(done => setTimeout(done, 1000));
		if (document.hidden) continue;
		try {
			const next = $(".import", await page(location.href));
			if (!next) return location.reload();
			if (!next.matches(".running")) {
				const end = await page($("a", part).href);
				if (!$(".import", end)) return location.reload();
				$(".outcome").replaceChildren(...$(".outcome", end).childNodes);
				return part.replaceWith($(".import", end));
			}
			$("p", part).textContent = $("p", next).textContent;
			Object.assign($("progress", part), {max: $("progress", next).max, value: $("progress", next).value});
		} catch {}
	}
}

// Live updates: one stream for all visible tabs

const tab = `${Math.random()}`, open = $("[data-open]")?.dataset.open;
const newest = $("[data-newest]")?.dataset.newest;
if (newest !== undefined && viewer) keep(localStorage, `newest:${viewer}`, newest);
const channel = "BroadcastChannel" in self ? new BroadcastChannel("timeline") : null;
const tabs = new Map();
let stream, release, waiting;
const topics = () => ({tab, post: document.hidden ? null : open});
function connect() {
	stream?.close();
	const query = new URLSearchParams();
	const since = newest ?? kept(localStorage, `newest:${viewer}`);
	if (since !== null && since !== undefined) query.set("since", since);
	const posts = new Set([open, ...tabs.values()].filter(Boolean));
	for (const id of [...posts].slice(0, 8)) query.append("post", id);
	stream = new EventSource(`${body.dataset.live}?${query}`);
	stream.onerror = () => checkServer();
	for (const name of ["home", "post", "deleted"]) stream.addEventListener(name, event => {
		const message = {name, data: JSON.parse(event.data)};
		channel?.postMessage(message);
		receive(message);
	});
}
function live() {
	if (!body.dataset.live || !viewer || isOffline || !("EventSource" in self)) return;
	if (document.hidden) {
		channel?.postMessage({name: "topics", data: topics()});
		waiting?.abort();
		stream?.close();
		stream = null;
		release?.();
		release = null;
	} else if (navigator.locks) {
		waiting = new AbortController();
		navigator.locks.request("timeline-live", {signal: waiting.signal}, () => new Promise(done => {
			release = done;
			channel?.postMessage({name: "who"});
			connect();
		})).catch(() => {});
		channel?.postMessage({name: "topics", data: topics()});
	} else connect();
}
channel && (channel.onmessage = ({data: message}) => {
	if (message.name === "who") { if (!document.hidden) channel.postMessage({name: "topics", data: topics()}); }
	else if (message.name !== "topics") receive(message);
	else if (tabs.get(message.data.tab) !== message.data.post) {
		tabs.set(message.data.tab, message.data.post);
		if (stream && message.data.post) connect();
	}
});
async function receive({name, data}) {
	if (name === "home") {
		const link = $(".news");
		if (!link) return;
		link.hidden = !data.count;
		$(".bar").classList.toggle("has-news", data.count > 0);
		$("span", link).textContent = data.count > 99 ? text.manyPosts : data.count === 1 ? text.newPost : say("newPosts", data.count);
	} else if (data.post === open) {
		if (name === "deleted") return toast(text.deleted);
		if (!likes.has(open)) {
			const count = $(`[data-post="${CSS.escape(open)}"] .heart .count`)?.textContent;
			showLike(open, data.isLiked, data.likeCount);
			if (count !== `${data.likeCount}`) showLikers(false).catch(() => {});
		}
		const list = $(".comment-list"), last = list?.lastElementChild;
		if (!list || !data.newestComment || document.getElementById(`comment-${data.newestComment}`) || $(".sending")) return;
		const after = $$(".comment[id]", list).pop()?.id.slice(8) || "";
		const result = await send(`/post/${open}/comments?after=${after}`, null, "GET");
		for (const item of [...parse(result.html).body.children]) if (!document.getElementById(item.id)) list.append(item);
		commentCount(result.commentCount);
	}
}
document.addEventListener("visibilitychange", live);
addEventListener("pagehide", () => { stream?.close(); stream = null; release?.(); });

// The service worker caches the home page, which it shows when the server does not respond.

if (isSecureContext && viewer) navigator.serviceWorker?.register(body.dataset.worker).catch(() => {});
const cachedAt = performance.getEntriesByType("navigation")[0]?.serverTiming?.find(timing => timing.name === "kept")?.description;
function whenOnline(act) {
	const retry = setInterval(() => fetch(location.href, {method: "HEAD", signal: AbortSignal.timeout(4000)}).then(response => {
		if (response.headers.get("Server-Timing")?.startsWith("kept")) return;
		clearInterval(retry);
		act();
	}, () => {}), 5000);
}
if (cachedAt) {
	toast(say("offline", cachedAt));
	clearTimeout(toastTimer);
	whenOnline(() => $(".toast")?.remove());
}
if (isOffline && location.pathname !== "/offline") {
	// The link leads to the address from which the offline page was cached.
	$("[data-offline] .button").onclick = event => { event.preventDefault(); location.reload(); };
	whenOnline(() => location.reload());
}

// Without a server, a stream ends. A page that shows nothing new looks like one whose server is gone.
async function checkServer() {
	const isOutage = await fetch("/manifest.webmanifest", {method: "HEAD", signal: AbortSignal.timeout(4000)}).then(() => false, () => true);
	if (!isOutage || cachedAt || isOffline || document.hidden || $(".toast")) return;
	toast(text.noAnswer);
	clearTimeout(toastTimer);
	whenOnline(() => $(".toast")?.remove());
}

// The link of an invitation is in the fragment of the address, which browsers do not send. It survives a login and a sign-up,
// after which the form that accepts it opens.
function setUpInvitation() {
	const command = $("#invitation:not([data-link])"), field = $("#link"), door = $(".door-form form");
	const payload = /^#(\d+\/[\w-]+)$/.exec(location.hash)?.[1] || (field || door) && kept(sessionStorage, "invitation");
	if (!payload) return;
	const link = `timeline://follow/${payload}`;
	keep(sessionStorage, "invitation", field ? null : payload);
	if (field) field.value ||= link;
	if (door && !$("[name=next]", door)) door.append(make("input", {type: "hidden", name: "next", value: "/settings/follow"}));
	if (!command) return;
	command.textContent = command.dataset.link = link;
	$("#accept").href += `#${payload}`;
}

// Start

restore();
setUpInvitation();
for (const chip of $$(".chips>[aria-current]")) chip.parentElement.scrollLeft = chip.offsetLeft - (chip.parentElement.clientWidth - chip.offsetWidth) / 2;
if (isBack) { recallLikes(); recallComments(); }
watchPhotos();
watchEnd();
setUpComments();
setUpPasswords();
setUpSearch();
setUpComposer();
watchCaptions();
watchImport();
for (const note of $$(".insecure")) note.hidden = isSecureContext;
if (/^#post-/.test(location.hash)) document.getElementById(location.hash.slice(1))?.focus({preventScroll: true});
if (document.readyState === "complete") live(); else addEventListener("load", live);
})();
