import {join} from 'node:path';
import {readCertificates} from '../../certificates/signing-identity.js';
import {clockAdvice, obstacleText, outside, validityOf} from '../../certificates/validity.js';
import {readIfPresent, readText} from '../../files/private-files.js';

/**
 * Warns if the sandbox's certificates are not valid now. The service renews those that end, but not their root.
 *
 * @throws {SettingsError} if they cannot be read
 */
export async function sandboxWarnings(dataFolder: string): Promise<string[]> {
  const folder = join(dataFolder, 'sandbox');
  const validities = await Promise.all(
    ['root.pem', 'signer.pem', 'timestamp.pem'].map(async (name) => {
      const pem = await readIfPresent(join(folder, name), readText);
      return pem === undefined ? [] : [validityOf(readCertificates(pem, join(folder, name)))];
    }),
  );
  const [root, ...issued] = validities.flat();
  if (!root) return [];
  const from = Math.max(root.from, ...issued.map((one) => one.from));
  const obstacle = outside({from, until: root.until}, Date.now());
  if (!obstacle) return [];
  const todo =
    obstacle.name === 'expired'
      ? ` Move ${folder} away: the service makes new ones when it starts.`
      : clockAdvice(obstacle);
  return [`The sandbox seals nothing: one of its certificates ${obstacleText(obstacle)}.${todo}`];
}
