import {randomBytes} from 'node:crypto';
import {openStoreFile} from '../../../src/service/store/expiring-store-file.js';

// A process that sets values as fast as it can, and says each name once it is set.

const [, , dataFolder = ''] = process.argv;
const store = await openStoreFile({
  dataFolder,
  limit: 2 ** 30,
  onError: (error) => console.error(error),
  onLoss: (loss) => console.error(loss),
});
for (let i = 0; ; i++) {
  const name = `set ${process.pid} ${i}`;
  await store.putIfAbsent(name, randomBytes(9000), 3_600_000);
  process.stdout.write(`${name}\n`);
}
