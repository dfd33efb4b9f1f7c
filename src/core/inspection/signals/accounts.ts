import {accountOf, deviceIdOf, deviceNameOf, signerOf} from './device.js';
import {isConfirmed, type KnownFile} from './known-file.js';
import {groupedBy, type Signal} from './signal.js';

/**
 * One device that signed under two signers or two accounts. Only an id of the device that the page has sealed says that
 * it is the same one: two colleagues may have the same phone, and two companies certainly do.
 */
export const accounts = (files: readonly KnownFile[]): Signal[] =>
  groupedBy(files, deviceIdOf).flatMap((ofDevice) => [
    ...several(ofDevice, 'signers', signerOf),
    ...several(ofDevice, 'accounts', accountOf),
  ]);

function several(
  files: readonly KnownFile[],
  of: 'signers' | 'accounts',
  nameOf: (file: KnownFile) => string | undefined,
): Signal[] {
  const firsts = groupedBy(files, nameOf).flatMap(([first]) => first ?? []);
  const [first] = firsts;
  if (!first || firsts.length < 2) return [];
  return [
    {
      kind: 'accounts',
      of,
      files: firsts.map(({id}) => id),
      device: deviceNameOf(first),
      names: firsts.map((file) => nameOf(file) ?? ''),
      isConfirmed: firsts.every(isConfirmed),
    },
  ];
}
