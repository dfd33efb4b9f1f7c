import {expect, fixture, html, waitUntil} from '@open-wc/testing';
import {LitElement} from 'lit';
import {sendKeys} from '@web/test-runner-commands';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {FromAddress} from '../../../src/elements/seal-inspector/address/from-address.js';
import {viewFor} from '../../../src/elements/metadata/view.js';
import {Localize} from '../../../src/elements/strings/localize.js';
import {sealInspector} from '../../../src/lang/compiled/en/seal-inspector.js';
import {fromAddress} from '../../../src/lang/compiled/en/from-address.js';
import type {InspectErrorEvent, SealInspector} from '../../../src/elements/seal-inspector.js';
import {none, valid} from './answers.js';
import {
  FakeClient,
  fileNamed,
  inspectorShowing,
  inspectorWith,
  part,
  transferEvent,
} from './fixture.js';
import {change, drawn, textOf} from '../kit.js';

const jpeg = (headers: Record<string, string> = {}, status = 200) =>
  new Response(new Uint8Array([255, 216, 255, 224]), {
    status,
    headers: {'Content-Type': 'image/jpeg', ...headers},
  });

interface Asked {
  url: string;
  init: RequestInit;
}

/** Answers in place of the network, and records the requests. */
function answerBy(answer: (url: string, signal: AbortSignal) => Response | Promise<Response>) {
  const asked: Asked[] = [];
  globalThis.fetch = async (input, init = {}) => {
    const url = input as string;
    asked.push({url, init});
    return answer(url, init.signal as AbortSignal);
  };
  return asked;
}

const never = (_: string, signal: AbortSignal) =>
  new Promise<Response>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
  );

const client = () => new FakeClient(() => Promise.resolve(valid));
const names = ({asked}: FakeClient) => asked.map(({file}) => (file as File).name);
const find = <E extends HTMLElement>(element: SealInspector, selector: string) =>
  element.shadowRoot?.querySelector<E>(selector) ?? null;
const working = (element: SealInspector) => find(element, '.address .fetching');
const problem = (element: SealInspector) => textOf(find(element, '.address .problem'));
const announced = (element: SealInspector) => textOf(find(element, '[part=intake] [aria-live]'));
const focused = (element: SealInspector) => element.shadowRoot?.activeElement;

/** A paste of a text. */
function paste(target: EventTarget, text: string, files: File[] = []): Event {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  for (const file of files) data.items.add(file);
  const event = new Event('paste', {bubbles: true, composed: true, cancelable: true});
  Object.defineProperty(event, 'clipboardData', {value: data});
  target.dispatchEvent(event);
  return event;
}

describe('<seal-inspector> by address', () => {
  const {fetch} = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  it('inspects the file at its source, named by the last part of the path', async () => {
    const asked = answerBy(() => jpeg());
    const service = client();
    const element = await fixture<SealInspector>(
      html`<seal-inspector
        lang="en"
        source="/files/a%20b.jpg?token=1#x"
        .client=${service}
      ></seal-inspector>`,
    );
    await waitUntil(() => element.result, 'it has its verdict', {timeout: 10_000});
    expect(names(service)).to.eql(['a b.jpg']);
    expect(asked).to.have.length(1);
    expect(asked[0]?.url).to.equal(new URL('/files/a%20b.jpg?token=1', location.href).href);
    expect(asked[0]?.init).to.include({credentials: 'same-origin', referrerPolicy: 'no-referrer'});
    expect(working(element)).to.be.null;
  });

  it('names the file as the site does', async () => {
    answerBy(() => jpeg({'Content-Disposition': `attachment; filename="c.jpg"`}));
    const service = client();
    const element = await inspectorWith(service);
    await change(element, {source: 'https://example.org/download'});
    await waitUntil(() => element.result);
    expect(names(service)).to.eql(['c.jpg']);
  });

  it('aborts when the source changes, is taken away, or the element is removed', async () => {
    const asked = answerBy(never);
    const element = await inspectorWith(client());
    const aborted = () => asked.map(({init}) => init.signal?.aborted);
    await change(element, {source: 'https://example.org/1.jpg'});
    await waitUntil(() => working(element));
    await change(element, {source: 'https://example.org/2.jpg'});
    await waitUntil(() => asked.length === 2);
    expect(aborted()).to.eql([true, false]);
    await change(element, {source: undefined});
    expect(aborted()).to.eql([true, true]);
    expect(working(element)).to.be.null;
    await change(element, {source: 'https://example.org/3.jpg'});
    await waitUntil(() => asked.length === 3);
    const page = element.parentElement;
    element.remove();
    expect(aborted()).to.eql([true, true, true]);
    page?.append(element);
    await waitUntil(() => asked.length === 4, 'it was only moved');
    expect(problem(element)).to.equal('');
  });

  it('shows progress, without the query of the address, and can be cancelled', async () => {
    let send: ReadableStreamDefaultController | undefined;
    const body = new ReadableStream({start: (controller) => void (send = controller)});
    const asked = answerBy(() => new Response(body, {headers: {'Content-Length': '8'}}));
    const element = await inspectorWith(client());
    await change(element, {source: 'https://example.org/a.jpg?secret=1'});
    send?.enqueue(new Uint8Array(2));
    await waitUntil(() => textOf(working(element)).includes('25%'));
    expect(textOf(working(element))).to.equal(
      'Fetching the file: 25%. https://example.org/a.jpg Cancel',
    );
    expect(announced(element), 'the progress is not announced').to.equal('Fetching the file.');
    await expect(element).to.be.accessible();
    await drawn(element, working(element)?.querySelector('button')?.click());
    expect(asked[0]?.init.signal?.aborted).to.be.true;
    expect(working(element)).to.be.null;
    expect(focused(element)?.id).to.equal('address-open');
  });

  const closed =
    'This browser is not allowed to read that address The site cannot be reached, or does not allow it. Download the file there, and choose it here. https://example.org/a.jpg Try again Close';
  const at = ' https://example.org/a.jpg';
  const page = `This address is a page, not a file Save the picture itself, then choose it here.${at} Close`;
  const failing: [string, () => Response | Promise<Response>, string][] = [
    ['that cannot be read', () => Promise.reject(new TypeError('Failed to fetch')), closed],
    [
      'without a file',
      () => jpeg({}, 404),
      `There is no file at this address Check the address, or ask the sender for the file.${at} Close`,
    ],
    [
      'that refuses',
      () => jpeg({}, 403),
      `The site refused to send the file It may ask for a login. Download the file there, and choose it here.${at} Try again Close`,
    ],
    [
      'of a page',
      () => new Response('', {headers: {'Content-Type': 'text/html; charset=utf-8'}}),
      page,
    ],
    [
      'of a page that does not say so',
      () => new Response('\n<!DOCTYPE html><html>', {headers: {'Content-Type': ''}}),
      page,
    ],
    [
      'of a file that is too large',
      () => jpeg({'Content-Length': '600000000'}),
      `The file is too large to be fetched Download the file there, and choose it here.${at} Close`,
    ],
  ];
  for (const [what, answer, words] of failing) {
    it(`says what to do about an address ${what}`, async () => {
      answerBy(answer);
      const element = await inspectorWith(client());
      const name = what.includes('does not say') ? 'a' : 'a.jpg';
      await change(element, {source: `https://example.org/${name}`});
      await waitUntil(() => problem(element));
      expect(problem(element)).to.equal(words.replace('a.jpg', name));
      expect(announced(element)).to.not.equal('');
      await expect(element).to.be.accessible();
    });
  }

  it('refuses what is no address, without a request', async () => {
    const asked = answerBy(() => jpeg());
    const element = await inspectorWith(client());
    for (const source of [
      'ftp://example.org/a.jpg',
      'data:,x',
      'javascript:0',
      'https://a:b@example.org/a.jpg',
    ]) {
      await change(element, {source});
      await waitUntil(
        () => problem(element).startsWith('This is not the address of a file'),
        source,
      );
      await change(element, {source: undefined});
      expect(problem(element)).to.equal('');
    }
    expect(asked).to.have.length(0);
  });

  it('takes data with a media type', async () => {
    const service = client();
    const element = await inspectorWith(service);
    await change(element, {source: 'data:image/jpeg;base64,/9j/4A=='});
    await waitUntil(() => element.result);
    const [{file} = {file: new Blob()}] = service.asked;
    expect([file.type, file.size, (file as File).name]).to.eql(['image/jpeg', 4, '']);
  });

  it('tries again', async () => {
    let isReachable = false;
    const asked = answerBy(() => (isReachable ? jpeg() : Promise.reject(new TypeError('no'))));
    const element = await inspectorWith(client());
    await change(element, {source: 'https://example.org/a.jpg'});
    await waitUntil(() => problem(element));
    isReachable = true;
    find(element, '.problem button')?.click();
    await waitUntil(() => element.result);
    expect(asked).to.have.length(2);
    expect(problem(element)).to.equal('');
  });

  it('has a field behind a button, for the keyboard', async () => {
    answerBy(() => jpeg());
    const service = client();
    const element = await inspectorWith(service);
    const button = find(element, '#address-open');
    expect(textOf(button)).to.equal('From an address');
    button?.focus();
    await drawn(element, sendKeys({press: 'Enter'}));
    await waitUntil(() => focused(element)?.id === 'address');
    await expect(element).to.be.accessible();
    await sendKeys({type: 'example'});
    await sendKeys({press: 'Enter'});
    await waitUntil(() => problem(element).startsWith('This is not the address'));
    await waitUntil(() => focused(element)?.id === 'address');
    expect(
      find(element, '#address')?.ariaInvalid ??
        find(element, '#address')?.getAttribute('aria-invalid'),
    ).to.equal('true');
    expect(find<HTMLInputElement>(element, '#address')?.value).to.equal('example');
    await sendKeys({press: 'Escape'});
    await waitUntil(() => focused(element)?.id === 'address-open');
    await drawn(element, sendKeys({press: 'Enter'}));
    await waitUntil(() => focused(element)?.id === 'address');
    await sendKeys({type: 'https://example.org/b.jpg'});
    await sendKeys({press: 'Enter'});
    await waitUntil(() => element.result);
    expect(names(service)).to.eql(['b.jpg']);
    await waitUntil(() => focused(element)?.id === 'choose');
  });

  it('takes an address that is pasted, and no other text', async () => {
    const asked = answerBy(() => jpeg());
    const element = await inspectorWith(client());
    for (const text of ['hello', 'see https://example.org/a.jpg', '/a.jpg', '']) {
      expect(paste(element, text).defaultPrevented, text).to.be.false;
    }
    const field = document.createElement('input');
    element.append(field);
    expect(paste(field, 'https://example.org/a.jpg').defaultPrevented, 'a field').to.be.false;
    const file = fileNamed('c.jpg');
    paste(element, 'https://example.org/a.jpg', [file]);
    await waitUntil(() => element.result);
    expect(asked).to.have.length(0);
    expect(paste(document.body, ' https://example.org/a.jpg\n').defaultPrevented).to.be.true;
    await waitUntil(() => asked.length === 1);
  });

  it('adds a pasted address to a list', async () => {
    answerBy(() => jpeg());
    const service = client();
    const element = await inspectorWith(service);
    await element.inspect([fileNamed('1.jpg'), fileNamed('2.jpg')]);
    paste(element, 'https://example.org/3.jpg');
    await waitUntil(() => element.shadowRoot?.querySelectorAll('[role=option]').length === 3);
  });

  describe('a file without a seal', () => {
    const toDo = (element: SealInspector) => textOf(find(element, '.to-do'));
    const words = 'Platforms and messengers usually remove seals. Ask for the original file.';

    it('says of one from the site of a platform that platforms remove seals', async () => {
      answerBy(() => jpeg());
      const element = await inspectorWith(new FakeClient(() => Promise.resolve(none)));
      await change(element, {source: 'https://pbs.twimg.com/a.jpg'});
      await waitUntil(() => toDo(element));
      expect(toDo(element)).to.contain(words);
    });

    it('does not say so of one from another site, the page itself, or data', async () => {
      answerBy(() => jpeg());
      const element = await inspectorWith(new FakeClient(() => Promise.resolve(none)));
      for (const source of [
        'https://example.org/a.jpg',
        'https://nottwimg.com/a.jpg',
        '/twimg.com/a.jpg',
        'data:image/jpeg;base64,/9j/4A==',
      ]) {
        await change(element, {source});
        await waitUntil(() => toDo(element), source);
        expect(toDo(element), source).to.not.contain(words);
      }
    });

    it('says so of the names that messengers give, without a seal only', async () => {
      const named = async (name: string, answer: typeof none) => {
        const element = await inspectorWith(new FakeClient(() => Promise.resolve(answer)));
        await drawn(element, element.inspect(fileNamed(name)));
        return toDo(element);
      };
      expect(await named('IMG-20260101-WA0001.jpg', none)).to.contain(words);
      expect(await named('IMG_0001.jpg', none)).to.not.contain(words);
      const broken = {...valid, labelValid: false, labelState: 'invalid' as const};
      expect(await named('IMG-20260101-WA0001.jpg', broken)).to.not.contain(words);
    });
  });

  it('says what to do about a site that is silent', async () => {
    class Host extends LitElement {
      readonly localize = new Localize(this, {...sealInspector, ...fromAddress});
      readonly address = new FromAddress(this, () =>
        Promise.reject(new SealedCaptureError('timeout', 'The site was silent.')),
      );
      source = 'https://example.org/a.jpg';

      override render() {
        return this.address.render(viewFor(this.localize, String));
      }
    }
    customElements.define('silent-host', Host);
    const host = document.createElement('silent-host') as Host;
    host.lang = 'en';
    document.body.append(host);
    const words = () => textOf(host.shadowRoot?.querySelector('.problem'));
    await waitUntil(words);
    expect(words()).to.equal(
      'The file did not arrive in time Try again, or download the file there and choose it here. https://example.org/a.jpg Try again Close',
    );
    host.remove();
  });

  it('gives way to a file that is given meanwhile', async () => {
    const asked = answerBy(never);
    const element = await inspectorWith(client());
    await change(element, {source: 'https://example.org/a.jpg'});
    await waitUntil(() => asked.length === 1);
    await drawn(element, element.inspect(fileNamed('b.jpg')));
    expect(asked[0]?.init.signal?.aborted).to.be.true;
    expect(find(element, '.address')).to.be.null;
    await change(element, {source: 'ftp://example.org'});
    await waitUntil(() => problem(element));
    await drawn(element, element.inspect(fileNamed('c.jpg')));
    expect(problem(element)).to.equal('');
  });

  it('has the button beside the one for files while a file is shown', async () => {
    const element = await inspectorShowing(valid);
    expect(textOf(part(element, 'address-button'))).to.equal('From an address');
    await drawn(element, part(element, 'address-button')?.click());
    await waitUntil(() => focused(element)?.id === 'address');
    expect(part(element, 'address')).to.not.be.null;
    await expect(element).to.be.accessible();
  });
});

describe('<seal-inspector> by address, while another file is shown', () => {
  const {fetch} = globalThis;
  afterEach(() => {
    globalThis.fetch = fetch;
  });

  const wrongAddress = 'https://example.org/b.jpg?secret=1';
  const heading = (element: SealInspector) => textOf(part(element, 'verdict')?.querySelector('h2'));

  it('removes the file before another source is fetched, also if that fails', async () => {
    let answer: (given: Response) => void = () => undefined;
    const asked = answerBy(() => new Promise((given) => (answer = given)));
    const element = await inspectorShowing(valid);
    expect(element.result).to.equal(valid);
    await change(element, {source: wrongAddress});
    await waitUntil(() => asked.length === 1);
    expect(element.result).to.be.undefined;
    expect(part(element, 'verdict')).to.be.null;
    answer(jpeg({}, 404));
    await waitUntil(() => problem(element).startsWith('There is no file at this address'));
    expect(element.result).to.be.undefined;
    expect(part(element, 'verdict')).to.be.null;
  });

  it('dispatches the failure of a source, without its query', async () => {
    const element = await inspectorWith(client());
    const told: InspectErrorEvent[] = [];
    element.addEventListener('inspect-error', (event) => {
      expect(problem(element), 'the failure is shown').to.not.equal('');
      told.push(event);
    });
    const large = {'Content-Length': '600000000'};
    const page = {'Content-Type': 'text/html'};
    const failing: [() => Response | Promise<Response>, string, boolean, number?][] = [
      [() => Promise.reject(new TypeError('Failed to fetch')), 'network_failed', true],
      [() => jpeg({}, 404), 'media_unsupported', false, 404],
      [() => jpeg({}, 403), 'network_failed', true, 403],
      [() => new Response('', {headers: page}), 'media_unsupported', false],
      [() => jpeg(large), 'too_large', false],
    ];
    for (const [answer, code, retryable, status] of failing) {
      answerBy(answer);
      await change(element, {source: undefined});
      await change(element, {source: wrongAddress});
      await waitUntil(() => told.length === 1, code);
      const event = told.pop() as InspectErrorEvent;
      const {fileName, file} = event;
      expect([event.code, event.retryable, event.status]).to.eql([code, retryable, status]);
      expect([fileName, (file as File).name, file.size]).to.eql(['b.jpg', 'b.jpg', 0]);
      expect(event.message).to.not.contain('secret');
    }
    await change(element, {source: 'ftp://example.org/?secret=1'});
    await waitUntil(() => told.length === 1);
    expect([told[0]?.code, told[0]?.fileName]).to.eql(['configuration_invalid', '']);
  });

  it('dispatches nothing for an address of a person, whose file stays shown', async () => {
    answerBy(() => jpeg({}, 404));
    const element = await inspectorShowing(valid);
    let told = 0;
    element.addEventListener('inspect-error', () => told++);
    paste(document.body, wrongAddress);
    await waitUntil(() => problem(element).includes('https://example.org/b.jpg'));
    await drawn(element);
    expect(told).to.equal(0);
    expect(heading(element)).to.equal('Seal intact.');
    expect(part(element, 'verdict')?.contains(part(element, 'address'))).to.be.false;
    await expect(element).to.be.accessible();
    const close = find(element, '.dismiss');
    expect(close?.getBoundingClientRect().height).to.be.at.least(44);
    close?.focus();
    await drawn(element, close?.click());
    expect(problem(element)).to.equal('');
    await waitUntil(() => focused(element)?.id === 'address-open');
    expect(heading(element)).to.equal('Seal intact.');
  });

  it('leaves what was entered when the failure is closed', async () => {
    const element = await inspectorShowing(valid);
    await drawn(element, part(element, 'address-button')?.click());
    await waitUntil(() => focused(element)?.id === 'address');
    await sendKeys({type: 'example'});
    await sendKeys({press: 'Enter'});
    await waitUntil(() => problem(element));
    await drawn(element, find(element, '.dismiss')?.click());
    await waitUntil(() => focused(element)?.id === 'address');
    expect(find<HTMLInputElement>(element, '#address')?.value).to.equal('example');
  });

  it('removes the failure when a person starts over', async () => {
    answerBy(() => jpeg({}, 404));
    const element = await inspectorWith(client());
    await element.inspect([fileNamed('1.jpg'), fileNamed('2.jpg')]);
    paste(document.body, wrongAddress);
    await waitUntil(() => problem(element));
    const buttons = [...(part(element, 'files')?.querySelectorAll('button') ?? [])];
    await drawn(element, buttons.find((button) => textOf(button) === 'Start over')?.click());
    expect(problem(element)).to.equal('');
    expect(part(element, 'address')).to.be.null;
  });

  it('is taken as a dropped file is: announced, scrolled to, and without what was said of the files before', async () => {
    answerBy(() => jpeg());
    const element = await inspectorWith(client());
    Object.assign(element.style, {width: '344px', marginBlock: '2000px'});
    const drop = ['a.txt', 'b.txt'].map((name) => fileNamed(name, 'text/plain'));
    element.dispatchEvent(transferEvent('drop', 'dataTransfer', drop));
    await waitUntil(() => find(element, '.left'));
    scrollTo(0, element.getBoundingClientRect().top + scrollY - innerHeight + 200);
    paste(document.body, 'https://example.org/a.jpg');
    await waitUntil(() => part(element, 'preview'));
    expect(find(element, '.left')).to.be.null;
    const {top, bottom} = part(element, 'verdict')?.getBoundingClientRect() as DOMRect;
    expect(top >= 0 && bottom <= innerHeight, `in sight: ${top} to ${bottom}`).to.be.true;
    scrollTo(0, 0);
  });

  it('does not take the progress of an address for a result to scroll to', async () => {
    answerBy(never);
    const element = await inspectorWith(client());
    await change(element, {source: 'https://example.org/a.jpg'});
    await waitUntil(() => working(element));
    expect(find(element, '.files, .verdict, .failure, .working')).to.be.null;
  });

  it('fetches no source again if the element is moved while a person’s address is fetched', async () => {
    const asked = answerBy((url, signal) => (url.includes('first') ? jpeg() : never(url, signal)));
    const element = await inspectorWith(client());
    await change(element, {source: 'https://example.org/first.jpg'});
    await waitUntil(() => element.result);
    paste(document.body, 'https://example.org/second.jpg');
    await waitUntil(() => asked.length === 2);
    element.parentElement?.append(element);
    await drawn(element);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(asked).to.have.length(2);
    expect(asked[1]?.init.signal?.aborted).to.be.true;
  });
});
