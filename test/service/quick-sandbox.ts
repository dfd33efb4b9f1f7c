import {join} from 'node:path';
import {keyPem, makeCertificate} from '../../src/service/certificates/certificate-maker.js';
import {sandboxAddress} from '../../src/service/certificates/environments.js';
import {ISSUED} from '../../src/service/certificates/sandbox-authority.js';
import {makePrivateFolder, writePrivateFile} from '../../src/service/files/private-files.js';
import {readSettings, type Settings} from '../../src/service/settings/settings.js';

const SUBJECT = 'C=ZZ,O=Sealed Capture Sandbox,CN=Sandbox';

/**
 * Gives a new data folder authorities with keys on P-256. The engine verifies their signatures three times as fast as
 * those on P-384, which the sandbox otherwise has as the program's profiles require, and a test inspects many files.
 */
export async function makeQuickSandbox(
  dataFolder: string,
  options: Partial<Settings>,
): Promise<void> {
  const folder = join(dataFolder, 'sandbox');
  await makePrivateFolder(folder);
  const write = async (name: string, {keys, certificate}: Made) => {
    await writePrivateFile(join(folder, `${name}.key`), await keyPem(keys));
    await writePrivateFile(join(folder, `${name}.pem`), pem(certificate));
  };
  const of = {days: 1826, now: Date.now(), curve: 'P-256'} as const;
  const root = await makeCertificate({...of, purpose: 'root', subject: `${SUBJECT} Root`});
  const base = sandboxAddress({...readSettings({}), ...options});
  // Authorities that name another address than the service's own are made anew.
  const addresses = base
    ? {ocsp: `${base}/ocsp`, issuer: `${base}/authorities/root.cer`}
    : undefined;
  const authorities = [
    ['issuer', 'seal issuer', 'Issuer'],
    ['timestamp-issuer', 'time stamp issuer', 'Time Stamp Issuer'],
  ] as const;
  const issued: string[] = [];
  for (const [name, purpose, title] of authorities) {
    const subject = `${SUBJECT} ${title}`;
    const made = await makeCertificate({...of, purpose, subject, issuer: root, addresses});
    issued.push(pem(made.certificate));
    await write(name, made);
  }
  await writePrivateFile(join(folder, ISSUED), issued.join(''));
  // Written last: a folder that has a root is never given another one.
  await write('root', root);
}

type Made = Awaited<ReturnType<typeof makeCertificate>>;

const pem = (certificate: Made['certificate']): string => `${certificate.toString('pem')}\n`;
