import {createHttpDelivery} from '../../delivery/http-delivery.js';
import type {QueueParts, UploadReports} from '../queue/queue-parts.js';
import {Uploads} from '../delivery/uploads.js';

/** What sends files; loaded with the first that is to be sent. */
export const createUploads = (parts: QueueParts, reports: UploadReports): Uploads =>
  new Uploads(parts, reports, (url) => createHttpDelivery({url}));
