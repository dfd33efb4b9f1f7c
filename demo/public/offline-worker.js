// The service worker of the demo: it keeps what its pages have loaded, so that a reload needs no network. The query of
// its address names the build, and each build has a cache of its own. Pages come from the network if there is one;
// the names of all other files change with their content.
const PREFIX = 'demo ';
const name = PREFIX + location.search;

/** Pages by their path, without the documentation. */
const isPage = (path) => /^\/(?:\w+\.html)?$/.test(path);
const isAsset = (path) => path.startsWith('/assets/');

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil(begin()));
addEventListener('message', (event) => event.waitUntil(keep(event.data)));
addEventListener('fetch', (event) => {
  const {request} = event;
  const {origin, pathname} = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && isPage(pathname)) event.respondWith(page(request, pathname));
  else if (isAsset(pathname)) event.respondWith(asset(request));
});

async function begin() {
  const others = (await caches.keys()).filter((one) => one.startsWith(PREFIX) && one !== name);
  await Promise.all(others.map((one) => caches.delete(one)));
  await clients.claim();
}

/** Keeps what a page has loaded before this worker was there; most of it is in the browser's own cache. */
async function keep(addresses) {
  const cache = await caches.open(name);
  const missing = [];
  for (const address of addresses) if (!(await cache.match(address))) missing.push(address);
  await cache.addAll(missing.map((address) => new Request(address, {cache: 'force-cache'})));
}

async function page(request, path) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(path, answer.clone());
    return answer;
  } catch (error) {
    const kept = await cache.match(path);
    if (kept) return kept;
    throw error;
  }
}

async function asset(request) {
  const cache = await caches.open(name);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok) await cache.put(request.url, answer.clone());
  return answer;
}
