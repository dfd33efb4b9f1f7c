// A page's own service worker, as docs/service-worker.md shows it.
import {createProtection, sealInBackground} from '/sealed-capture-service-worker.js';

sealInBackground({protection: createProtection({apiKey: 'service-worker', sandbox: true})});
