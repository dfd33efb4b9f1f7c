import {randomBytes} from 'node:crypto';
import {EmbeddedStore} from '../../src/store/embedded-store.js';

// A process that sets values as fast as possible, and prints each name after it is set.

const [, , dataFolder = '', upkeepEvery] = process.argv;
const store = await EmbeddedStore.open({
  dataFolder,
  limit: 2 ** 30,
  upkeepEvery: Number(upkeepEvery),
  onError: (error) => console.error(error),
  onLoss: (movedTo) => console.error(movedTo),
});
for (let i = 0; ; i++) {
  const name = `set ${process.pid} ${i}`;
  await store.putIfAbsent(name, randomBytes(9000), 3_600_000);
  process.stdout.write(`${name}\n`);
}
