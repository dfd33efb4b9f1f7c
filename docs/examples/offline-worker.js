// A service worker that opens a page with <capture-image> without a network. It keeps the page and the elements' files,
// and passes every other request on: those to the sealing service are never kept.
const CACHE = 'page-1'; // another name with each release

const FILES = [
  '/',
  '/sealed-capture.js',
  '/scripts/media-worker.js', // stores and seals
  '/scripts/camera-controls.js', // light, zoom, choice of a camera
  '/scripts/camera-panels.js', // what will be sealed
  '/scripts/capture-failures.js', // why a photo was not sealed
  '/scripts/photo-viewer.js', // the photo in large, and the list of all photos
  '/scripts/seal-reader-worker.js', // packs photos in a ZIP
];

self.addEventListener('install', (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(FILES)));
});

self.addEventListener('activate', (event) => {
  const old = (name) => name.startsWith('page-') && name !== CACHE;
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))),
  );
});

self.addEventListener('fetch', (event) => {
  const {origin, pathname} = new URL(event.request.url);
  if (origin !== location.origin || !FILES.includes(pathname)) return;
  event.respondWith(
    caches.match(event.request, {ignoreSearch: true}).then((kept) => kept ?? fetch(event.request)),
  );
});
