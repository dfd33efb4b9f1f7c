import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {parseArgs} from 'node:util';
import {addStamp, stampableSeal, StampRefused} from '@sealed-capture/seal/writing/add-stamp.js';
import {generator} from '../sealing/seal-digest.js';
import {tokenFor} from '../sealing/token-for.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {rewriteFile, rewriteFlags, rewriteOrder} from './files/rewrite-file.js';
import {whyWithoutTime} from './files/without-time.js';
import {say} from './terminal.js';

/** `sealed-capture-service timestamp`: adds a time stamp to the seal of a file that has none, without a running service. */
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
        const {imprint, ...seal} = await stampableSeal(engine, media, mediaType, now);
        const stamp = {...seal, token: await tokenFor(imprint, sealer)};
        const options = {now, generator};
        return await addStamp(engine, media, mediaType, stamp, sealer.signer, options);
      } catch (error) {
        const why = whyWithoutTime(error);
        if (why === undefined) throw error;
        throw new SettingsError(`${file}: Nothing was written. ${why}`, {cause: error});
      }
    },
  });
  say(`${visibleText(order.out ?? file)}: time stamp added to the seal`);
}
