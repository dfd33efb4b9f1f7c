import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import {parseArgs} from 'node:util';
import {sealedSections, sectionNames} from '@sealed-capture/seal/model/seal/seal-format.js';
import {redactSeal} from '@sealed-capture/seal/writing/redaction/redact-seal.js';
import {
  LONGEST_REASON,
  RedactionRefused,
  type RedactionRequest,
} from '@sealed-capture/seal/writing/redaction/redaction-plan.js';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';
import {generator} from '../sealing/seal-digest.js';
import {SettingsError, UsageError} from '../settings/settings-error.js';
import {rewriteFile, rewriteFlags, rewriteOrder, type RewriteOrder} from './files/rewrite-file.js';
import {whyWithoutTime} from './files/without-time.js';
import {complain, say} from './terminal.js';

interface Order extends RewriteOrder {
  request: RedactionRequest;
}

/**
 * `sealed-capture-service redact`: removes parts of the capture metadata from the seal of a file, without a running
 * service.
 */
export async function runRedact(args: readonly string[]): Promise<void> {
  const order = orderOf(args);
  const {file, out, request} = order;
  const options = {now: new Date(), generator};
  await rewriteFile(order, {
    done: 'redacted',
    unable: 'signs no redaction',
    refusals: [RedactionRefused],
    change: (media, mediaType, engine, {signer, untimed}) => {
      const redactBy = (by: Signer) => redactSeal(engine, media, mediaType, request, by, options);
      return redactBy(signer)
        .catch((error: unknown) => {
          if (!untimed || whyWithoutTime(error) === undefined) throw error;
          return redactBy(untimed.signer);
        })
        .catch((error: unknown) => {
          const why = whyWithoutTime(error);
          if (why === undefined) throw error;
          throw new SettingsError(
            `${file}: Nothing was written. ${why} SEALED_CAPTURE_WITHOUT_TIMESTAMP=seal redacts without a time stamp.`,
            {cause: error},
          );
        });
    },
  });
  const what = request.sections.map((section) => sectionNames[section]).join(', ');
  say(`${visibleText(out ?? file)}: ${what} taken out of the seal`);
  if (request.placeInFile === 'keep') {
    complain('a place in the EXIF or XMP of the file itself is kept.');
  }
}

function orderOf(args: readonly string[]): Order {
  const {values, positionals} = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      place: {type: 'boolean'},
      device: {type: 'boolean'},
      gathered: {type: 'boolean'},
      capture: {type: 'boolean'},
      reason: {type: 'string'},
      ...rewriteFlags,
      'keep-place-in-file': {type: 'boolean'},
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError('Name one file to redact.');
  const sections = sealedSections.filter((section) => values[section]);
  if (sections.length === 0) {
    const flags = sealedSections.map((section) => `--${section}`).join(', ');
    throw new UsageError(`Say what to take out of the seal: ${flags}.`);
  }
  const {reason} = values;
  const order = rewriteOrder(file, values, 'redacted');
  if (reason !== undefined && (reason === '' || reason.length > LONGEST_REASON)) {
    throw new UsageError(`--reason takes 1 to ${LONGEST_REASON} characters.`);
  }
  return {
    ...order,
    request: {
      sections,
      ...(reason !== undefined && {reason}),
      ...(values['keep-place-in-file'] && {placeInFile: 'keep'}),
    },
  };
}
