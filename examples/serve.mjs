// Builds one example and serves it with the service, under the strictest policy with which it runs:
// `node examples/serve.mjs react`, with PORT and SEALED_CAPTURE_DATA as for the service.
import {join, resolve} from 'node:path';
import {demo} from '../dist/demo-server/demo.js';
import {root} from '../demo/prepare.mjs';
import {buildExample, examples, policyOf} from './build.mjs';

const [name, built] = process.argv.slice(2);
if (!examples.includes(name)) {
  console.error(`Name one of ${examples.join(', ')}.`);
  process.exit(2);
}
const pages = built ? resolve(built) : buildExample(name);
const {closeOnSignals, readSettings, startService} = await import(
  join(root, 'dist/sealed-capture-service/dist/index.js')
);
const service = await startService({
  ...readSettings(process.env),
  logLevel: 'warn',
  ...demo({root: pages, headers: {'content-security-policy': policyOf(name, pages)}}),
});
closeOnSignals(service);
console.log(`${name} is ready at ${service.address}`);
