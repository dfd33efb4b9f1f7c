// `npm run load`: the service under load and attack; the figures of each subject are printed as a table as soon as they
// are measured.
// Arguments name subjects: seal, steady, processes, slow-clients, open-routes,
// malformed, audit. Every client is on this machine.
// `--quick` shows within seconds that every subject still runs. Exit code 1: a subject failed, or found an error such
// as a lost capture.
import {runGroups} from '../run-groups.js';
import {audit} from './audit.js';
import {malformed} from './malformed.js';
import {openRoutes} from './open-routes.js';
import {processes} from './processes.js';
import {seal} from './seal.js';
import {slowClients} from './slow-clients.js';
import {steady} from './steady.js';

await runGroups([processes, malformed, seal, steady, slowClients, openRoutes, audit], {atOnce: 2});
