import {send} from '../../src/webhooks/send.js';

// Sends one event, with the certificate authorities that this process trusts.
const [url = ''] = process.argv.slice(2);
const outcome = await send(new URL(url), {}, '{}', 5_000, new AbortController().signal);
process.stdout.write(outcome.name === 'failed' ? outcome.failure.reason : outcome.name);
