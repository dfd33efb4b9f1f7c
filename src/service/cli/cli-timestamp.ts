import {parseArgs} from 'node:util';
import {addStamp, stampableSeal, StampRefused} from '../../seal/writing/add-stamp.js';
import {SignerFailed} from '../../seal/writing/engine-signing.js';
import {generator} from '../sealing/seal-digest.js';
import {tokenFor} from '../sealing/token-for.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {TimeStampUnavailable} from '../timestamps/independent-time.js';
import {rewriteFile, rewriteFlags, rewriteOrder} from './rewrite-file.js';

/** `sealed-capture timestamp`: adds a time stamp to the seal of a file that has none, with no service running. */
export async function runTimestamp(args: readonly string[]): Promise<void> {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: rewriteFlags,
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('Name one file to stamp.');
  const order = rewriteOrder(file, values, 'stamped');
  await rewriteFile(order, {
    done: 'stamped',
    unable: 'signs no update of a seal',
    refusals: [StampRefused],
    change: async (media, mediaType, engine, sealer) => {
      try {
        const now = new Date();
        const {label, imprint} = await stampableSeal(engine, media, mediaType, now);
        const token = await tokenFor(imprint, sealer);
        const options = {now, generator};
        return await addStamp(engine, media, mediaType, {label, token}, sealer.signer, options);
      } catch (error) {
        if (!lacksTime(error)) throw error;
        throw new SettingsError(
          `${file}: No time-stamp authority answered. Nothing was written. Try again later, or check the addresses in SEALED_CAPTURE_TIMESTAMP.`,
          {cause: error},
        );
      }
    },
  });
  process.stdout.write(`${order.out ?? file}: time stamp added to the seal\n`);
}

const lacksTime = (error: unknown): boolean =>
  error instanceof TimeStampUnavailable ||
  (error instanceof SignerFailed && error.cause instanceof TimeStampUnavailable);
