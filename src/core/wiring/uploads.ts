import {createHttpDelivery} from '../../delivery/http-delivery.js';
import type {QueueParts, UploadReports} from '../queue/queue-parts.js';
import {Uploads} from '../queue/delivery/uploads.js';

/** Creates the sender of files; loaded when the first file is to be sent. */
export const createUploads = (parts: QueueParts, reports: UploadReports): Uploads =>
  new Uploads(parts, reports, (url) => createHttpDelivery({url}));
