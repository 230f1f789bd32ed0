import Foundation

/// The character references of XML and HTML: `&amp;`, `&#39;` and `&#x27;`.
///
/// One reader serves both languages, because programs write the names of HTML into XML, too. It
/// never fails: what is not a reference remains as it is.
package enum CharacterReferences {
    /// The maximum length of a reference in scalars, including leading zeros.
    private static let limit = 16

    /// Replaces the references in a text.
    ///
    /// Numbers from 128 to 159 are read as browsers do, in Windows-1252, and a pair of surrogates as
    /// one character. References to other control characters and to numbers that are no characters
    /// are removed. A no-break space becomes a space, and a carriage return a line feed.
    package static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == 0x0D }) else {
            return String(text)
        }
        var result = String.UnicodeScalarView()
        var rest = Substring(text).unicodeScalars[...]
        var surrogate: UInt32?
        while let start = rest.firstIndex(of: "&") {
            if start > rest.startIndex { surrogate = nil }
            result += rest[..<start]
            rest = rest[start...]
            guard let (number, end) = reference(at: rest) else {
                result.append(rest.removeFirst())
                continue
            }
            rest = rest[end...]
            if let high = surrogate, 0xDC00...0xDFFF ~= number {
                append(0x10000 + (high - 0xD800) << 10 + number - 0xDC00, to: &result)
            } else {
                append(number, to: &result)
            }
            surrogate = 0xD800...0xDBFF ~= number ? number : nil
        }
        result += rest
        return String(result).replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    }

    private static func append(_ number: UInt32, to text: inout String.UnicodeScalarView) {
        let value =
            switch number {
            case 0x80...0x9F: windows1252[Int(number) - 0x80]
            case 0xA0: UInt32(0x20)
            default: number
            }
        guard let scalar = Unicode.Scalar(value) else { return }
        let isAllowed = ["\t", "\n", "\r"].contains(scalar)
        if isAllowed || scalar.properties.generalCategory != .control { text.append(scalar) }
    }

    /// Reads the reference that starts a text, or returns `nil` if there is none.
    ///
    /// The semicolon may be missing before anything but a letter or a digit.
    private static func reference(
        at text: Substring.UnicodeScalarView
    ) -> (number: UInt32, end: String.Index)? {
        let body = text.dropFirst().prefix(limit).prefix { $0 == "#" || $0.isAlphanumeric }
        let next = text[body.endIndex...].first
        guard next == ";" || !(next?.isAlphanumeric ?? false),
            let number = number(of: Substring(body), isTerminated: next == ";")
        else { return nil }
        return (number, next == ";" ? text.index(after: body.endIndex) : body.endIndex)
    }

    private static func number(of body: Substring, isTerminated: Bool) -> UInt32? {
        guard body.hasPrefix("#") else {
            let name = String(body)
            // Without a semicolon, only the oldest names are references.
            guard let number = numbers[name] else { return nil }
            let isOld = ["amp", "lt", "gt", "quot"].contains(name)
            return isTerminated || isOld || (0xA0...0xFF).contains(number) ? number : nil
        }
        let digits = body.dropFirst()
        guard digits.first == "x" || digits.first == "X" else { return UInt32(digits, radix: 10) }
        return UInt32(digits.dropFirst(), radix: 16)
    }

    /// The characters of Windows-1252 for 128 to 159, or 0.
    private static let windows1252: [UInt32] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039,
        0x0152, 0, 0x017D, 0, 0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC,
        0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
    ]

    /// The numbers by name.
    private static let numbers = Dictionary(
        latin.enumerated().map { (String($1), UInt32(160 + $0)) }
            + others.split(whereSeparator: \.isWhitespace)
            .compactMap { pair in
                let parts = pair.split(separator: "=")
                return UInt32(parts[1], radix: 16).map { (String(parts[0]), $0) }
            }
    ) { first, _ in first }

    /// The names of the characters from 160 to 255 (HTML 4.01, section 24.2).
    private static let latin = """
        nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg
        plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest
        Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute
        Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc
        Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute
        ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide
        oslash ugrave uacute ucirc uuml yacute thorn yuml
        """
        .split(whereSeparator: \.isWhitespace)

    /// The other names of HTML 4.01 (sections 24.3 and 24.4) and of XML, with their numbers.
    private static let others = """
        quot=22 amp=26 lt=3C gt=3E OElig=152 oelig=153 Scaron=160 scaron=161 Yuml=178 fnof=192
        circ=2C6 tilde=2DC Alpha=391 Beta=392 Gamma=393 Delta=394 Epsilon=395 Zeta=396 Eta=397
        Theta=398 Iota=399 Kappa=39A Lambda=39B Mu=39C Nu=39D Xi=39E Omicron=39F Pi=3A0 Rho=3A1
        Sigma=3A3 Tau=3A4 Upsilon=3A5 Phi=3A6 Chi=3A7 Psi=3A8 Omega=3A9 alpha=3B1 beta=3B2
        gamma=3B3 delta=3B4 epsilon=3B5 zeta=3B6 eta=3B7 theta=3B8 iota=3B9 kappa=3BA lambda=3BB
        mu=3BC nu=3BD xi=3BE omicron=3BF pi=3C0 rho=3C1 sigmaf=3C2 sigma=3C3 tau=3C4 upsilon=3C5
        phi=3C6 chi=3C7 psi=3C8 omega=3C9 thetasym=3D1 upsih=3D2 piv=3D6 ensp=2002 emsp=2003
        thinsp=2009 zwnj=200C zwj=200D lrm=200E rlm=200F ndash=2013 mdash=2014 lsquo=2018
        rsquo=2019 sbquo=201A ldquo=201C rdquo=201D bdquo=201E dagger=2020 Dagger=2021 bull=2022
        hellip=2026 permil=2030 prime=2032 Prime=2033 lsaquo=2039 rsaquo=203A oline=203E
        frasl=2044 euro=20AC image=2111 weierp=2118 real=211C trade=2122 alefsym=2135 larr=2190
        uarr=2191 rarr=2192 darr=2193 harr=2194 crarr=21B5 lArr=21D0 uArr=21D1 rArr=21D2 dArr=21D3
        hArr=21D4 forall=2200 part=2202 exist=2203 empty=2205 nabla=2207 isin=2208 notin=2209
        ni=220B prod=220F sum=2211 minus=2212 lowast=2217 radic=221A prop=221D infin=221E ang=2220
        and=2227 or=2228 cap=2229 cup=222A int=222B there4=2234 sim=223C cong=2245 asymp=2248
        ne=2260 equiv=2261 le=2264 ge=2265 sub=2282 sup=2283 nsub=2284 sube=2286 supe=2287
        oplus=2295 otimes=2297 perp=22A5 sdot=22C5 lceil=2308 rceil=2309 lfloor=230A rfloor=230B
        lang=2329 rang=232A loz=25CA spades=2660 clubs=2663 hearts=2665 diams=2666 apos=27
        """
}

extension Unicode.Scalar {
    fileprivate var isAlphanumeric: Bool {
        switch self {
        case "a"..."z", "A"..."Z", "0"..."9": true
        default: false
        }
    }
}
