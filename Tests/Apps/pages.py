"""A visitor without scripts, who logs in on the pages and lets an app act for them."""

import html.parser
import re
import urllib.parse

import requests


class Form:
    """A form of a page: its method, its address, its fields and its buttons."""

    def __init__(self, attributes):
        self.method = attributes.get("method", "get").lower()
        self.action = attributes.get("action", "")
        self.fields = {}
        self.types = {}
        self.buttons = []

    def named(self, kind):
        """Returns the name of the first field with a type."""
        return next(name for name, other in self.types.items() if other == kind)


class Page(html.parser.HTMLParser):
    """The parts of a page that a visitor uses."""

    def __init__(self, text):
        super().__init__()
        self.forms = []
        self.links = []
        self.codes = []
        self.text = ""
        self._stack = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = {name: value or "" for name, value in attributes}
        form = self.forms[-1] if self.forms else None
        if tag == "form":
            self.forms.append(Form(values))
        elif tag == "link":
            self.links.append(values)
        elif tag == "code":
            self.codes.append("")
        elif tag in ("input", "button", "textarea", "select") and form and values.get("name"):
            kind = values.get("type", "submit" if tag == "button" else "text")
            if tag == "button" or kind in ("submit", "image"):
                form.buttons.append((values["name"], values.get("value", "")))
            elif kind not in ("checkbox", "radio") or "checked" in values:
                form.fields[values["name"]] = values.get("value", "")
            form.types.setdefault(values["name"], kind)
        elif tag == "button" and form:
            form.buttons.append(None)
        if tag == "input" and "readonly" in values:
            self.codes.append(values.get("value", ""))
        if tag not in ("input", "link", "meta", "br", "img", "hr"):
            self._stack.append(tag)

    def handle_endtag(self, tag):
        while self._stack and self._stack.pop() != tag:
            pass

    def handle_data(self, data):
        if "style" not in self._stack and "script" not in self._stack:
            self.text += data
        if "code" in self._stack:
            self.codes[-1] += data


class Consent:
    """The outcome of a request to let an app act for a person."""

    def __init__(self, response, page):
        self.response = response
        self.page = page
        self.location = response.headers.get("Location")
        parts = urllib.parse.urlsplit(self.location or "")
        self.query = dict(urllib.parse.parse_qsl(parts.query))
        self.fragment = dict(urllib.parse.parse_qsl(parts.fragment))
        #: The code, from the redirect or from the page for copying it.
        self.code = self.query.get("code") or (page and next(iter(page.codes), None))


class Visitor:
    """A browser without scripts, with its cookies."""

    def __init__(self, url, verify=True):
        self.url = url
        self.session = requests.Session()
        self.session.verify = verify
        # Variables with another certificate would take precedence.
        self.session.trust_env = False
        self.session.headers["User-Agent"] = "Visitor/1.0"
        #: The answers so far.
        self.seen = []

    def open(self, address, method="get", **options):
        """Requests an address, and follows redirects that stay on the server. Returns the answer and its page."""
        for _ in range(10):
            address = urllib.parse.urljoin(self.url + "/", address)
            response = self.session.request(method, address, allow_redirects=False, timeout=60, **options)
            self.seen.append(response)
            location = response.headers.get("Location")
            if not location or not urllib.parse.urljoin(address, location).startswith(self.url + "/"):
                is_page = response.headers.get("Content-Type", "").startswith("text/html")
                return response, Page(response.text) if is_page else None
            address, method, options = urllib.parse.urljoin(address, location), "get", {}
        raise AssertionError(f"{address} redirects in circles.")

    def submit(self, form, button=None, base="", **values):
        """Sends a form, as if its first button had been pressed, or the one whose value matches a pattern."""
        fields = form.fields | values
        buttons = [pair for pair in form.buttons if pair]
        if button:
            buttons = [pair for pair in buttons if re.search(button, " ".join(pair))]
        if buttons:
            fields[buttons[0][0]] = buttons[0][1]
        action = urllib.parse.urljoin(base or self.url + "/", form.action)
        if form.method == "get":
            return self.open(action, params=fields)
        return self.open(action, "post", data=fields, headers={"Origin": self.url})

    def log_in_at(self, page, person, base=""):
        """Fills in the login form of a page. Returns the next answer and its page."""
        form = next(form for form in page.forms if "password" in form.types.values())
        values = {form.named("email"): person.email, form.named("password"): person.password}
        return self.submit(form, base=base, **values)

    def consent_form(self, path, person=None):
        """Opens the page for letting an app act for a person, logs in if it asks for that, and returns the form."""
        response, page = self.open(path)
        if page and any("password" in form.types.values() for form in page.forms):
            response, page = self.log_in_at(page, person, response.url)
        form = next((form for form in page.forms if "/oauth/authorize" in form.action), None) if page else None
        return response, page, form

    def authorize(self, path, person=None, button=None):
        """Lets an app act for a person, or refuses with the button that matches a pattern."""
        response, page, form = self.consent_form(path, person)
        if form is None:
            return Consent(response, page)
        return Consent(*self.submit(form, button, response.url))
