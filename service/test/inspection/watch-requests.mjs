// Loaded first into a process and each of its threads. Records every connection and name resolution, whichever library
// makes it. The file is that of WATCH_REQUESTS.
import {createHook} from 'node:async_hooks';
import {appendFileSync} from 'node:fs';

const asking = /^(TCPCONNECT|GETADDRINFOREQ|GETNAMEINFOREQ|QUERY|UDP|UDPSEND)WRAP$/;
const file = process.env.WATCH_REQUESTS;
if (!file) throw new Error('WATCH_REQUESTS names no file.');
appendFileSync(file, 'watching\n');
createHook({
  init(_id, type) {
    if (asking.test(type)) appendFileSync(file, `${type}\n`);
  },
}).enable();
