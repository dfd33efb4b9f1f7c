import {createHttpDelivery} from '../../delivery/http-delivery.js';
import type {Delivery} from '../queue/delivery.js';
import type {QueueParts} from '../queue/queue-parts.js';
import {Uploads} from '../queue/uploads.js';

/** What sends files; loaded with the first that is to be sent. */
export const createUploads = (parts: QueueParts, delivery: Delivery): Uploads =>
  new Uploads(parts, delivery, (url) => createHttpDelivery({url}));
