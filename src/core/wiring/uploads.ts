import {createHttpDelivery} from '../../delivery/http-delivery.js';
import type {QueueParts} from '../queue/queue-parts.js';
import {Uploads} from '../queue/delivery/uploads.js';

/** Creates the sender of files; loaded when the first file is to be sent. */
export const createUploads = (parts: QueueParts): Uploads =>
  new Uploads(parts, (url) => createHttpDelivery({url}));
