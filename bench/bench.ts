// `npm run bench`: prints each group's figures as a table as soon as they are measured. Arguments select groups:
// shutter, first-frame, slow-phone, sensors, recording, sealing, queue, service, inspector, plates, quality, photos, sizes.
// The figures compare the package with the same work done in another way, on this machine and in this run.
// `--quick` shows that every group still runs, several at the same time. Exit code 1: a group broke.
import {firstFrame} from './first-frame.js';
import {inspector} from './inspector.js';
import {photos} from './photos.js';
import {plates} from './plates.js';
import {quality} from './quality.js';
import {queue} from './queue.js';
import {recording} from './recording.js';
import {runGroups} from './run-groups.js';
import {sealing} from './sealing.js';
import {sensors} from './sensors.js';
import {service} from './service.js';
import {shutter} from './shutter.js';
import {sizes} from './sizes.js';
import {slowPhone} from './slow-phone.js';

const groups = [
  shutter,
  firstFrame,
  slowPhone,
  sensors,
  recording,
  sealing,
  queue,
  service,
  inspector,
  plates,
  quality,
  photos,
  sizes,
];
await runGroups(groups, {atOnce: 3});
