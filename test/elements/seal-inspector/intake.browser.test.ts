import {expect, oneEvent} from '@open-wc/testing';
import {executeServerCommand, sendKeys} from '@web/test-runner-commands';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import type {InspectedEvent} from '../../../src/elements/seal-inspector/events.js';
import type {SealInspector} from '../../../src/elements/seal-inspector.js';
import {none, valid} from './answers.js';
import {busy, FakeClient, fileNamed, inspectorWith, part, transferEvent} from './fixture.js';
import {change, drawn, textOf} from '../kit.js';

describe('<seal-inspector> intake', () => {
  const answering = () => new FakeClient(() => Promise.resolve(valid));
  const names = (client: FakeClient) => client.asked.map(({file}) => (file as File).name);
  const input = (element: SealInspector) => element.shadowRoot?.querySelector('input');

  it('first shows what to do and where the file is sent', async () => {
    const element = await inspectorWith(busy());
    expect(textOf(part(element, 'intake'))).to.equal(
      'Drop photos or recordings here or paste them, or choose them. Files are sent to inspect.example for checking and not kept. Choose files or a folder From an address',
    );
    expect(textOf(part(element, 'intake')?.querySelector('h2'))).to.equal(
      'Drop photos or recordings here',
    );
    await expect(element).to.be.accessible();
  });

  it('does not ask a finger to drop files', async function () {
    const touch = (enabled: boolean) =>
      executeServerCommand<object, object>('page:debug', {
        method: 'Emulation.setTouchEmulationEnabled',
        params: {enabled},
      });
    if ('unsupported' in (await touch(true))) return this.skip();
    try {
      const element = await inspectorWith(answering());
      expect(textOf(part(element, 'intake'))).to.match(
        /^Choose photos or recordings Files are sent/,
      );
      await element.inspect(fileNamed('a.jpg'));
      await element.updateComplete;
      expect(textOf(part(element, 'intake'))).to.equal('Choose files From an address');
    } finally {
      await touch(false);
    }
  });

  it('sends the request to the complete address of the service, with the key', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    await element.inspect(fileNamed('a.jpg'));
    expect(client.asked[0]?.options).to.include({
      url: 'https://inspect.example/v1/inspect',
      apiKey: 'key',
    });
  });

  it('uses the credentials of the provider', async () => {
    const client = busy();
    const element = await inspectorWith(client);
    const protection = createProtection({getToken: () => ({token: 'token'})});
    element.protection = protection;
    void element.inspect(fileNamed('photo.jpg'));
    expect(client.asked[0]?.options.protection).to.equal(protection);
  });

  it('inspects a file that is dropped anywhere on the element', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    await element.inspect(fileNamed('before.jpg'));
    const over = transferEvent('dragover', 'dataTransfer', [fileNamed('dropped.jpg')]);
    await drawn(element, part(element, 'verdict')?.dispatchEvent(over));
    expect(over.defaultPrevented, 'the browser does not open the file').to.be.true;
    expect(textOf(part(element, 'intake'))).to.contain('Drop to check');
    const drop = transferEvent('drop', 'dataTransfer', [fileNamed('dropped.jpg')]);
    setTimeout(() => part(element, 'verdict')?.dispatchEvent(drop));
    const {fileName}: InspectedEvent = await oneEvent(element, 'inspected');
    expect(fileName).to.equal('dropped.jpg');
    expect(drop.defaultPrevented).to.be.true;
    expect(textOf(part(element, 'intake'))).to.not.contain('Let go');
  });

  it('does not handle drags without files', async () => {
    const element = await inspectorWith(busy());
    const over = transferEvent('dragover', 'dataTransfer', []);
    element.dispatchEvent(over);
    expect(over.defaultPrevented).to.be.false;
  });

  it('inspects a chosen file, and the same one again', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    for (let time = 0; time < 2; time++) {
      const transfer = new DataTransfer();
      transfer.items.add(fileNamed('picked.jpg'));
      const field = input(element);
      if (field) field.files = transfer.files;
      setTimeout(() => field?.dispatchEvent(new Event('change')));
      await oneEvent(element, 'inspected');
      expect(field?.value, 'a second choice of the same file is a change').to.equal('');
    }
    expect(names(client)).to.eql(['picked.jpg', 'picked.jpg']);
  });

  it('offers a folder dialog if the browser supports it, and files again afterwards', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    const opened: (boolean | undefined)[] = [];
    input(element)?.addEventListener('click', (event) => {
      event.preventDefault();
      opened.push(input(element)?.webkitdirectory);
    });
    element.shadowRoot?.querySelector<HTMLElement>('.link')?.click();
    part(element, 'choose')?.click();
    expect(opened).to.eql([true, false]);
    await element.inspect(fileNamed('photo.jpg'));
    const links = [...(element.shadowRoot?.querySelectorAll('.intake .link') ?? [])];
    expect(links.map(textOf), 'it stays out of the way').to.eql(['From an address']);
  });

  it('opens the file dialog with the keyboard', async () => {
    const element = await inspectorWith(busy());
    let opened = 0;
    input(element)?.addEventListener('click', (event) => {
      event.preventDefault();
      opened++;
    });
    part(element, 'choose')?.focus();
    await sendKeys({press: 'Enter'});
    await sendKeys({press: ' '});
    expect(opened).to.equal(2);
  });

  it('inspects a pasted file if nothing else has the focus', async () => {
    const client = busy();
    await inspectorWith(client);
    document.body.dispatchEvent(
      transferEvent('paste', 'clipboardData', [fileNamed('screenshot.png', 'image/png')]),
    );
    expect(names(client)).to.eql(['screenshot.png']);
  });

  it('does not handle a paste into a text field', async () => {
    const client = busy();
    await inspectorWith(client);
    const field = document.createElement('input');
    document.body.append(field);
    const paste = transferEvent('paste', 'clipboardData', [fileNamed('screenshot.png')]);
    field.dispatchEvent(paste);
    field.remove();
    expect(names(client)).to.eql([]);
    expect(paste.defaultPrevented).to.be.false;
  });

  it('handles a paste once if two inspectors are on the page', async () => {
    const clients = [busy(), busy()] as const;
    await inspectorWith(clients[0]);
    await inspectorWith(clients[1]);
    document.body.dispatchEvent(transferEvent('paste', 'clipboardData', [fileNamed('one.jpg')]));
    expect([...names(clients[0]), ...names(clients[1])]).to.eql(['one.jpg']);
  });

  it('handles no paste after it was removed', async () => {
    const client = busy();
    const element = await inspectorWith(client);
    element.remove();
    document.body.dispatchEvent(transferEvent('paste', 'clipboardData', [fileNamed('late.jpg')]));
    expect(names(client)).to.eql([]);
  });

  it('shows its progress, and can be canceled', async () => {
    const client = busy();
    const element = await inspectorWith(client);
    void element.inspect(fileNamed('big.jpg'));
    await element.updateComplete;
    const working = () => element.shadowRoot?.querySelector('.working');
    expect(textOf(working()), 'small files are sent unseen').to.contain('Checking the seal.');
    expect(working()?.querySelector('progress')?.hasAttribute('value')).to.be.false;
    await drawn(element, client.asked[0]?.options.onProgress?.(0.42));
    expect(textOf(working())).to.match(/Sending the file: 42\s?%\./);
    expect(working()?.querySelector('progress')?.value).to.equal(0.42);
    await expect(element).to.be.accessible();
    await drawn(element, client.asked[0]?.options.onProgress?.(1));
    expect(textOf(working())).to.contain('Checking the seal.');
    await drawn(element, working()?.querySelector('button')?.click());
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    expect(working()).to.be.null;
    expect(element.shadowRoot?.activeElement).to.equal(part(element, 'choose'));
  });

  it('aborts the running check for a new file, whose verdict stays', async () => {
    const late: ((answer: typeof none) => void)[] = [];
    const client = new FakeClient((file) =>
      (file as File).name === 'first.jpg'
        ? new Promise((resolve) => late.push(resolve))
        : Promise.resolve(valid),
    );
    const element = await inspectorWith(client);
    const inspected: string[] = [];
    element.addEventListener('inspected', ({fileName}) => inspected.push(fileName));
    const first = element.inspect(fileNamed('first.jpg'));
    await element.inspect(fileNamed('second.jpg'));
    expect(client.asked.map(({options}) => options.signal.aborted)).to.eql([true, false]);
    late.forEach((answer) => answer(none));
    await first;
    await drawn(element, client.asked[0]?.options.onProgress?.(0.5));
    expect(inspected).to.eql(['second.jpg']);
    expect(textOf(part(element, 'verdict'))).to.contain('Seal intact.');
  });

  it('aborts when it is removed, and continues when it was only moved', async () => {
    const client = busy();
    const element = await inspectorWith(client);
    void element.inspect(fileNamed('moved.jpg'));
    const home = element.parentElement;
    element.remove();
    expect(client.asked[0]?.options.signal.aborted).to.be.true;
    home?.append(element);
    expect(names(client)).to.eql(['moved.jpg', 'moved.jpg']);
    expect(client.asked[1]?.options.signal.aborted).to.be.false;
  });

  it('shows a picture of the file, or that there is none', async () => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    canvas.getContext('2d')?.fillRect(0, 0, 8, 8);
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    const element = await inspectorWith(answering());
    await element.inspect(picture ?? new Blob());
    await expectEventually(element, () => part(element, 'preview')?.querySelector('canvas'));
    await element.inspect(fileNamed('photo.heic', 'image/heic'));
    await expectEventually(element, () => textOf(part(element, 'preview')) === 'HEIC No preview');
  });
});

describe('<seal-inspector> and several files at once', () => {
  const answering = () => new FakeClient(() => Promise.resolve(valid));
  const names = (client: FakeClient) => client.asked.map(({file}) => (file as File).name);
  const dropped = (element: SealInspector, files: File[]) =>
    element.dispatchEvent(transferEvent('drop', 'dataTransfer', files));
  const intakeSays = (element: SealInspector) => textOf(part(element, 'intake'));
  const isDone = (element: SealInspector) =>
    part(element, 'files')?.textContent?.includes('Waiting') === false &&
    !part(element, 'files')?.textContent?.includes('Checking');

  it('accepts the media among dropped files, and counts the rest', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    dropped(element, [
      fileNamed('a.jpg'),
      fileNamed('notes.txt', 'text/plain'),
      fileNamed('b.mp3', 'audio/mpeg'),
      fileNamed('c.HEIC', ''),
      fileNamed('.DS_Store', ''),
    ]);
    await expectEventually(element, () => isDone(element));
    expect(names(client)).to.eql(['a.jpg', 'b.mp3', 'c.HEIC']);
    expect(intakeSays(element)).to.contain('2 files are of another kind and left out.');
    const status = element.shadowRoot?.querySelector('.inspector > [role="status"]');
    expect(textOf(status)).to.contain('2 files are of another kind and left out.');
    await element.inspect(fileNamed('d.jpg'));
    expect(intakeSays(element)).to.not.contain('another kind');
  });

  it('inspects several videos, documents and files without a type, and reports each', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    const inspected: string[] = [];
    element.addEventListener('inspected', ({fileName}) => inspected.push(fileName));
    const given: [name: string, type: string][] = [
      ['a.mp4', 'video/mp4'],
      ['b.mov', 'video/quicktime'],
      ['c.pdf', 'application/pdf'],
      ['d.dng', ''],
      ['e.flac', 'audio/x-flac'],
      ['f.jxl', 'application/octet-stream'],
    ];
    dropped(
      element,
      given.map(([name, type]) => fileNamed(name, type)),
    );
    await expectEventually(element, () => inspected.length === given.length);
    expect(inspected.sort()).to.eql(given.map(([name]) => name));
    expect(intakeSays(element)).to.not.contain('left out');
    const input = element.shadowRoot?.querySelector('input') as HTMLInputElement;
    input.addEventListener('click', (event) => event.preventDefault());
    part(element, 'choose')?.click();
    for (const [name] of given) expect(input.accept).to.contain(name.slice(1));
    expect(input.accept).to.match(/^image\/\*,video\/\*,audio\/\*/);
  });

  it('reports if no dropped file is of a readable kind, and keeps what is shown', async () => {
    const element = await inspectorWith(answering());
    await element.inspect(fileNamed('a.jpg'));
    const text = fileNamed('b.txt', 'text/plain');
    await drawn(element, dropped(element, [text, text]));
    expect(intakeSays(element)).to.contain('2 files are of another kind');
    expect(part(element, 'verdict')).to.be.ok;
  });

  it('inspects a single file whatever its type', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    dropped(element, [fileNamed('notes.txt', 'text/plain')]);
    expect(names(client)).to.eql(['notes.txt']);
  });

  it('accepts all chosen or pasted files', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    const field = element.shadowRoot?.querySelector('input') as HTMLInputElement;
    expect(field.multiple).to.be.true;
    const transfer = new DataTransfer();
    for (const name of ['a.jpg', 'b.jpg']) transfer.items.add(fileNamed(name));
    field.files = transfer.files;
    field.dispatchEvent(new Event('change'));
    await expectEventually(element, () => isDone(element));
    const paste = transferEvent('paste', 'clipboardData', [fileNamed('c.jpg'), fileNamed('d.jpg')]);
    document.body.dispatchEvent(paste);
    await expectEventually(element, () => client.asked.length === 4 && isDone(element));
    expect(names(client)).to.eql(['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg']);
  });

  const fileEntry = (name: string, type = 'image/jpeg') => ({
    isDirectory: false,
    file: (done: (file: File) => void) => done(fileNamed(name, type)),
  });
  const lostEntry = {
    isDirectory: false,
    file: (_done: unknown, failed: (error: Error) => void) => failed(new Error('gone')),
  };
  /** Returns its entries in batches of two; browsers use larger batches. */
  const folder = (...content: object[]) => ({
    isDirectory: true,
    createReader: () => {
      const left = [...content];
      return {readEntries: (done: (part: object[]) => void) => done(left.splice(0, 2))};
    },
  });
  const lockedFolder = {
    isDirectory: true,
    createReader: () => ({
      readEntries: (_done: unknown, failed: (error: Error) => void) => failed(new Error('locked')),
    }),
  };
  const folderDrop = (...entries: object[]) => {
    const event = new Event('drop', {bubbles: true, composed: true, cancelable: true});
    const items = entries.map((entry) => ({webkitGetAsEntry: () => entry}));
    Object.defineProperty(event, 'dataTransfer', {value: {types: ['Files'], items, files: []}});
    return event;
  };

  it('reads dropped folders with all subfolders, and skips what cannot be read', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    const inner = folder(fileEntry('c.jpg'), folder(fileEntry('d.mp3', 'audio/mpeg')), lostEntry);
    const others = [fileEntry('readme.txt', 'text/plain'), lockedFolder];
    element.dispatchEvent(
      folderDrop(folder(fileEntry('b.jpg'), inner, ...others), fileEntry('a.jpg')),
    );
    await expectEventually(element, () => client.asked.length === 4 && isDone(element));
    expect(names(client).sort()).to.eql(['a.jpg', 'b.jpg', 'c.jpg', 'd.mp3']);
    expect(intakeSays(element)).to.contain('2 files are of another kind');
  });

  it('limits the files of a folder to the maximum, and says so', async () => {
    const element = await inspectorWith(busy());
    const many = Array.from({length: 501}, (_, index) => fileEntry(`${index}.jpg`));
    element.dispatchEvent(folderDrop(folder(...many)));
    await expectEventually(element, () => part(element, 'files'));
    expect(textOf(part(element, 'files')?.querySelector('h2'))).to.equal('500 files');
    expect(intakeSays(element)).to.contain('There were more than can be checked at once.');
  });

  it('stops reading a folder when the element is removed', async () => {
    const client = answering();
    const element = await inspectorWith(client);
    element.dispatchEvent(folderDrop(folder(fileEntry('a.jpg'))));
    const home = element.parentElement;
    element.remove();
    await new Promise((resolve) => setTimeout(resolve, 20));
    home?.append(element);
    expect(names(client)).to.eql([]);
  });

  it('says that files stay on the device if the browser verifies them', async () => {
    const element = await inspectorWith(busy());
    await change(element, {verify: 'local'});
    expect(intakeSays(element)).to.contain('Files are checked in this browser and sent nowhere.');
  });

  it("shows the page's own header, empty state and actions", async () => {
    const element = await inspectorWith(answering());
    const give = (slot: string, words: string) => {
      const given = Object.assign(document.createElement('p'), {slot, textContent: words});
      element.append(given);
      return given;
    };
    const [header, empty, actions] = [
      give('header', 'Claims desk'),
      give('empty', 'Bring it here'),
      give('actions', 'Send to the desk'),
    ];
    await element.updateComplete;
    expect(header.getBoundingClientRect().height).to.be.above(0);
    expect(empty.getBoundingClientRect().height).to.be.above(0);
    expect(part(element, 'choose')?.getBoundingClientRect().height).to.be.above(0);
    const own = element.shadowRoot?.querySelector('.invitation') as HTMLElement;
    expect(own.getBoundingClientRect().height).to.equal(0);
    await element.inspect(fileNamed('a.jpg'));
    expect(actions.getBoundingClientRect().height).to.be.above(0);
    expect(actions.assignedSlot?.closest('[part="take-away"]')).to.be.ok;
  });
});

async function expectEventually(element: SealInspector, found: () => unknown): Promise<void> {
  for (let tries = 0; tries < 100 && !found(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    await element.updateComplete;
  }
  expect(found()).to.be.ok;
}
