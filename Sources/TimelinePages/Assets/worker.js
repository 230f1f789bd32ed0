// Caches assets, recent photos and the last home page, which it shows when the server does not respond.
"use strict";
const files = ["/assets/{timeline.css}", "/assets/{timeline.js}", "/assets/{karla.woff2}", "/assets/{icon.svg}"];
const version = "files-" + files.join().replace(/[^0-9a-f]/g, "").slice(0, 60);

addEventListener("install", event => event.waitUntil((async () => {
	const cache = await caches.open(version);
	// The offline page of a guest, in which the bars of the viewer take the place of the guest's; see `offline`.
	await cache.addAll([...files, new Request("/offline", {credentials: "omit"})]);
	await skipWaiting();
})()));
addEventListener("activate", event => event.waitUntil((async () => {
	for (const name of await caches.keys()) if (name.startsWith("files-") && name !== version) await caches.delete(name);
	await clients.claim();
})()));
addEventListener("fetch", event => {
	const url = new URL(event.request.url);
	if (event.request.method !== "GET" || url.origin !== location.origin) return;
	if (event.request.mode === "navigate") event.respondWith(navigate(event, url));
	else if (url.pathname.startsWith("/assets/")) event.respondWith(caches.match(event.request).then(kept => kept || fetch(event.request)));
	else if (url.pathname.startsWith("/photo/")) event.respondWith(photo(event));
});

async function navigate(event, url) {
	let timer;
	try {
		// A request to a machine that has left the network may wait for minutes. A small one tells it from a slow page.
		const isThere = () => fetch("/manifest.webmanifest", {method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(2500)});
		const silence = new Promise((_, fail) => { timer = setTimeout(() => isThere().catch(fail), 2000); });
		const response = await Promise.race([fetch(event.request), silence]);
		if (url.pathname === "/login") await forget();
		if (url.pathname === "/" && !url.search && response.ok && !response.redirected) {
			const copy = response.clone();
			event.waitUntil(caches.open("pages").then(cache => cache.put("/", copy)).catch(() => {}));
		}
		return response;
	} catch {
		const kept = url.pathname === "/" && await caches.match("/", {cacheName: "pages"});
		if (!kept) return await offline() || Response.error();
		const headers = new Headers(kept.headers), date = new Date(headers.get("Date") || Date.now());
		const time = `${date.getHours()}:${String(date.getMinutes()).padStart(2, "0")}`;
		headers.set("Server-Timing", `kept;desc="${time}"`);
		return new Response(kept.body, {headers});
	} finally {
		clearTimeout(timer);
	}
}
// Returns the offline page with the theme and the bars of the last home page, so that it shows who is logged in.
async function offline() {
	const page = await caches.match("/offline"), home = await caches.match("/", {cacheName: "pages"});
	if (!page || !home) return page;
	const [text, own] = [await page.text(), await home.text()];
	const main = text.slice(text.indexOf("<main"), text.indexOf("</main>"));
	let before = text.slice(0, text.indexOf("<body")) + own.slice(own.indexOf("<body"), own.indexOf("<main"));
	for (const part of [/<html[^>]*>/, /(<meta name="theme-color"[^>]*>)+/]) before = before.replace(part, () => part.exec(own)[0]);
	const html = (before + main + own.slice(own.indexOf("</main>"))).replaceAll(' aria-current="page"', "");
	return new Response(html, {headers: page.headers});
}
async function photo(event) {
	const request = event.request;
	try {
		const response = await fetch(request);
		// Storage may be full, so errors are ignored.
		if (response.ok && /\/(fit1080|square320)$/.test(request.url)) event.waitUntil(store(request.url, response.clone()).catch(() => {}));
		return response;
	} catch {
		return await caches.match(request.url) || Response.error();
	}
}
async function store(url, copy) {
	const cache = await caches.open("photos");
	await cache.put(url, copy);
	const keys = await cache.keys();
	for (const key of keys.slice(0, Math.max(0, keys.length - 150))) await cache.delete(key);
}
const forget = async () => { await caches.delete("pages"); await caches.delete("photos"); };
