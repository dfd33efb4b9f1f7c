import {expect} from '@open-wc/testing';
import {executeServerCommand} from '@web/test-runner-commands';
import {HttpDelivery} from '../../src/delivery/http-delivery.js';
import {TusDelivery} from '../../src/delivery/tus-delivery.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {DeliveryContext, FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {BrowserHttp} from '../../src/ports/browser/http.js';
import {BrowserUpload} from '../../src/ports/browser/upload.js';

const SIZE = 3_000_000;
interface Servers {
  http: string;
  elsewhere: string;
  files: string;
}

const servers = await executeServerCommand<Servers, undefined>('upload-server');
if (!servers) throw new Error('There is no server that takes uploads.');

const ports = {upload: new BrowserUpload(), http: new BrowserHttp()};
const byHttp = (path: string, patience?: number): FileDelivery =>
  new HttpDelivery({url: servers.http + path}, ports, patience);

interface Sent {
  location?: string;
  error?: SealedCaptureError;
  progress: number[];
}

async function send(
  delivery: FileDelivery,
  {size = SIZE, ...given}: Partial<DeliveryContext> & {size?: number} = {},
): Promise<Sent> {
  const progress: number[] = [];
  const context: DeliveryContext = {
    captureId: crypto.randomUUID(),
    mode: 'image',
    sealedAt: '2026-11-22T10:00:00.000Z',
    signal: new AbortController().signal,
    onProgress: (sent) => progress.push(sent),
    ...given,
  };
  const file = new Blob([new Uint8Array(size)], {type: 'image/jpeg'});
  try {
    return {...(await delivery.send(file, context)), progress};
  } catch (error) {
    return {error: error as SealedCaptureError, progress};
  }
}

describe('a delivery by HTTP in this engine', () => {
  it('reports its progress, and accepts each valid receipt', async () => {
    const {error, progress} = await send(byHttp('/stored'));
    expect(error).to.equal(undefined);
    expect(progress.at(-1)).to.equal(SIZE);
    expect((await send(byHttp('/presigned'))).error).to.equal(undefined);
    expect((await send(byHttp('/located'))).location).to.equal(`${servers.http}/stored/1`);
  });

  it('uses XMLHttpRequest, which reports progress, once an answer has proved that the server has the file', async () => {
    const own = new BrowserUpload();
    const asked: string[] = [];
    const upload = {
      send: (request: Parameters<typeof own.send>[0]) => {
        asked.push(request.url);
        return own.send(request);
      },
    };
    const created = new HttpDelivery({url: `${servers.http}/created`}, {...ports, upload});
    expect((await send(created)).error).to.equal(undefined);
    expect(asked).to.deep.equal([]);
    const {error, progress} = await send(created);
    expect(error).to.equal(undefined);
    expect([asked.length, progress.at(-1)]).to.deep.equal([1, SIZE]);
  });

  it('rejects with the code for the server’s answer', async () => {
    expect((await send(byHttp('/portal'))).error?.code).to.equal('response_invalid');
    const {error} = await send(byHttp('/busy'));
    expect(error?.code).to.equal('rate_limited');
    expect(error?.retryAfter).to.equal(7_000);
    expect(error?.message).to.equal('Too many photos today.');
  });

  it('ignores answers of another origin', async () => {
    const {error} = await send(byHttp('/redirect'));
    expect(error?.code).to.equal('response_invalid');
    expect(error?.message).to.contain(servers.elsewhere);
  });

  it('does not take the answer to a GET, which a redirect made of the upload, for that of the upload', async () => {
    for (const status of [301, 302, 303]) {
      for (const to of ['list', 'itself']) {
        const {error} = await send(byHttp(`/redirect-${status}-${to}`), {size: 1_000});
        expect(error?.code, `${status} to ${to}`).to.equal('response_invalid');
        expect(error?.status).to.equal(200);
      }
    }
  });

  it('sends the file to the address that a redirect has named, unless that answers so without the file', async () => {
    for (const status of [301, 302, 303, 307, 308]) {
      expect((await send(byHttp(`/redirect-${status}-uploads`))).error).to.equal(undefined);
      const {error} = await send(byHttp(`/redirect-${status}-stored`));
      expect(error?.message).to.contain('status 201, or with the file’s Repr-Digest');
    }
    for (const status of [307, 308]) {
      expect((await send(byHttp(`/redirect-${status}-created`))).error).to.equal(undefined);
    }
    for (const status of [302, 303, 307]) {
      const {error} = await send(byHttp(`/redirect-${status}-says-created`));
      expect(error?.code).to.equal('response_invalid');
    }
  });

  it('rejects if the connection is reset, if the server does not answer, and if it is aborted', async () => {
    // The server is there, so the browser may have hidden an answer.
    expect((await send(byHttp('/cut'))).error?.code).to.equal('origin_not_allowed');
    const gone = new HttpDelivery({url: 'http://localhost:9'}, {...ports, upload: undefined});
    expect((await send(gone)).error?.code).to.equal('network_failed');
    expect((await send(byHttp('/silent', 1_000), {size: 1_000})).error?.code).to.equal('timeout');
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 200);
    const {error} = await send(byHttp('/silent'), {signal: giveUp.signal});
    expect(error?.code).to.equal('aborted');
  });
});

describe('a delivery by tus in this engine', () => {
  it('resumes where it was interrupted, and deletes the stored address afterwards', async () => {
    const delivery = new TusDelivery({endpoint: servers.files});
    const captureId = crypto.randomUUID();
    const size = 30_000_000;
    const broken = await send(delivery, {captureId, size});
    // Browsers repeat a request that was cut, and the server refuses that.
    expect(broken.error?.code).to.be.oneOf(['network_failed', 'origin_not_allowed']);
    const {error, location, progress} = await send(delivery, {captureId, size});
    expect(error).to.equal(undefined);
    expect(location).to.contain(servers.files);
    expect(progress[0]).to.be.greaterThan(1_000_000);
    expect(progress.at(-1)).to.equal(size);
    expect(Object.keys(localStorage).filter((key) => key.includes(captureId))).to.deep.equal([]);
  });
});
