import {join} from 'node:path';
import {keyPem, makeCertificate} from '../../src/service/certificates/certificate-maker.js';
import {makePrivateFolder, writePrivateFile} from '../../src/service/files/private-files.js';

const SUBJECT = 'C=ZZ,O=Sealed Capture Sandbox,CN=Sandbox';

/**
 * Gives a new data folder authorities with keys on P-256. The engine verifies their signatures three times as fast as
 * those on P-384, which the sandbox otherwise has as the program's profiles require, and a test inspects many files.
 */
export async function makeQuickSandbox(dataFolder: string): Promise<void> {
  const folder = join(dataFolder, 'sandbox');
  await makePrivateFolder(folder);
  const write = async (name: string, made: Awaited<ReturnType<typeof makeCertificate>>) => {
    await writePrivateFile(join(folder, `${name}.key`), await keyPem(made.keys));
    await writePrivateFile(join(folder, `${name}.pem`), `${made.certificate.toString('pem')}\n`);
  };
  const of = {days: 1826, now: Date.now(), curve: 'P-256'} as const;
  const root = await makeCertificate({...of, purpose: 'root', subject: `${SUBJECT} Root`});
  const authorities = [
    ['issuer', 'seal issuer', 'Issuer'],
    ['timestamp-issuer', 'time stamp issuer', 'Time Stamp Issuer'],
  ] as const;
  for (const [name, purpose, title] of authorities) {
    const subject = `${SUBJECT} ${title}`;
    await write(name, await makeCertificate({...of, purpose, subject, issuer: root}));
  }
  // Written last: a folder that has a root is never given another one.
  await write('root', root);
}
