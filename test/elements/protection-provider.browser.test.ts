import {expect, oneEvent} from '@open-wc/testing';
import '../../src/elements/capture-image.js';
import '../../src/elements/protection-provider.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {ConfigurationErrorEvent} from '../../src/elements/options/configuration-error-event.js';
import {ProtectionProvider} from '../../src/elements/protection-provider.js';
import {obfuscated} from '../../src/core/metadata/obfuscated-place.js';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import {FakeCore} from './fake-core.js';
import {change, drawn, pageWith} from './kit.js';
import {sealingOptions} from '../../src/elements/options/table.js';

describe('<protection-provider>', () => {
  let core: FakeCore;
  let page: HTMLElement;

  beforeEach(() => {
    core = new FakeCore();
    page = pageWith(core);
  });

  /** Adds markup to the page as a parser does; innerHTML would upgrade the elements at once. */
  const write = (markup: string) => {
    const parsed = new DOMParser().parseFromString(markup, 'text/html');
    page.append(...document.importNode(parsed.body, true).childNodes);
    const element = page.querySelector('capture-image');
    const provider = page.querySelector('protection-provider');
    if (!element || !provider) throw new Error('both elements are in the markup');
    return {element, provider};
  };
  const config = () => core.protection.client.config;
  /** Collects what the element logs to the console from here on. */
  const logOf = (element: HTMLElement): string[] => {
    const logged: string[] = [];
    Object.assign(element, {log: (message: string) => logged.push(message)});
    return logged;
  };

  it('passes its options to the elements inside, each of which may have its own', () => {
    write(`
      <protection-provider api-key="outer" base-url="/seals" sandbox tags='{"a":"1"}'
        features='{"licensePlateInfo":{"plateNumber":"W 1"}}' location-obfuscation-radius="500"
        app-id="app" app-version="1.2" auto-protect="false">
        <div><capture-image tags='{"b":"2"}' base-url="/own"></capture-image></div>
      </protection-provider>`);
    expect(config()).to.eql({
      apiKey: 'outer',
      baseUrl: '/own',
      sandbox: true,
      tags: {b: '2'},
      features: {licensePlateInfo: {plateNumber: 'W 1'}},
      locationObfuscationRadius: 500,
      appId: 'app',
      appVersion: '1.2',
      autoProtect: false,
    });
  });

  it('is overridden by false and by zero, which are values, too', () => {
    const {element} = write(`
      <protection-provider sandbox auto-protect="false" location-obfuscation-radius="500">
        <capture-image auto-protect location-obfuscation-radius="0"></capture-image>
      </protection-provider>`);
    element.sandbox = false;
    expect(config()).to.eql({sandbox: false, autoProtect: true, locationObfuscationRadius: 0});
    element.removeAttribute('auto-protect');
    expect(config().autoProtect).to.be.false;
    expect(element.autoProtect).to.be.false;
  });

  it('receives the events of captures whose element is gone, with itself as target, and listeners can use waitUntil', async () => {
    const {provider} = write(
      `<protection-provider api-key="key"><capture-image></capture-image></protection-provider>`,
    );
    const told: string[] = [];
    page.addEventListener('capture', ({captureId}) => told.push(`capture ${captureId}`));
    page.addEventListener('delivered', ({location = ''}) => told.push(`delivered ${location}`));
    page.addEventListener('protect-error', ({code}) => told.push(code));
    let done: () => void = () => undefined;
    page.addEventListener('protected', (event) => {
      told.push(`protected ${event.captureId}`);
      event.waitUntil(new Promise<void>((resolve) => (done = resolve)));
    });
    const client = core.providers.at(-1)?.client;
    expect([client?.mode, client?.config.apiKey]).to.eql([undefined, 'key']);
    const capture = {captureId: 'a', mode: 'audio', blob: new Blob(), capturedAt: ''} as const;
    client?.onCapture(capture, false);
    const detail = {
      captureId: 'a',
      mode: 'audio',
      sealedAt: '',
      restored: false,
      delivery: 1,
    } as const;
    const work = client?.onProtected({...detail, protectedBlob: new Blob()});
    done();
    await work;
    client?.onDelivered?.({captureId: 'a', mode: 'audio', location: '/a'});
    client?.onProtectError({
      captureId: 'a',
      mode: 'audio',
      code: 'timeout',
      message: '',
      retryable: true,
      attempts: 1,
    });
    expect(told).to.eql(['capture a', 'protected a', 'delivered /a', 'timeout']);
    provider.remove();
    expect(core.providers.at(-1)?.calls).to.include('release');
  });

  it('does not pass on its credentials to an element with its own key', () => {
    const protection: ProtectionOptions = {
      authorization: () => Promise.resolve(keyAuthorization('key')),
    };
    const {element, provider} = write(`
      <protection-provider api-key="outer" api-secret="s"><capture-image></capture-image></protection-provider>`);
    provider.protection = protection;
    expect(config()).to.eql({apiKey: 'outer', apiSecret: 's', protection});
    element.apiKey = 'own';
    expect(config()).to.eql({apiKey: 'own'});
  });

  it('notifies the elements inside when its options change', async () => {
    const {provider} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    await provider.updateComplete;
    const before = core.protection.calls.length;
    provider.apiKey = 'now';
    expect(config().apiKey).to.equal('now');
    await provider.updateComplete;
    expect(core.protection.calls.slice(before)).to.eql(['configurationChanged']);
    provider.removeAttribute('api-key');
    provider.apiKey = undefined;
    expect(config().apiKey).to.be.undefined;
  });

  it('inherits from an outer provider, and its own options take precedence', async () => {
    const {provider} = write(`
      <protection-provider api-key="outer" app-id="outer">
        <protection-provider app-id="inner"><capture-image></capture-image></protection-provider>
      </protection-provider>`);
    expect(config()).to.eql({apiKey: 'outer', appId: 'inner'});
    await provider.updateComplete;
    const before = core.protection.calls.length;
    await change(provider, {apiKey: 'changed'});
    expect(core.protection.calls.slice(before)).to.eql(['configurationChanged']);
    expect(config()).to.eql({apiKey: 'changed', appId: 'inner'});
  });

  it('reaches elements that were upgraded before it', () => {
    class LateProvider extends ProtectionProvider {}
    const late = document.createElement('late-provider');
    late.setAttribute('api-key', 'late');
    const element = document.createElement('capture-image');
    late.append(element);
    page.append(late);
    expect(config()).to.eql({});
    customElements.define('late-provider', LateProvider);
    expect(config()).to.eql({apiKey: 'late'});
    expect(core.protection.calls).to.include('configurationChanged');
  });

  it('has no effect on an element that has left it', () => {
    const {element} = write(
      `<protection-provider api-key="p"><capture-image></capture-image></protection-provider>`,
    );
    page.append(element);
    expect(config()).to.eql({});
  });

  it('still provides the options for what an element was capturing when it was removed', () => {
    const {element} = write(`
      <protection-provider sandbox api-key="outer" location-obfuscation-radius="500">
        <capture-image></capture-image>
      </protection-provider>`);
    const {client} = core.protection;
    page.append(element);
    expect(config()).to.eql({});
    expect(client.config).to.include({
      sandbox: true,
      apiKey: 'outer',
      locationObfuscationRadius: 500,
    });
  });

  it('calls its callbacks for the elements inside', async () => {
    const {element, provider} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    const seen: string[] = [];
    provider.onProtectError = ({code}) => seen.push(`provider ${code}`);
    const failure = {
      captureId: 'a',
      mode: 'image' as const,
      code: 'timeout' as const,
      message: '',
      retryable: true,
      attempts: 1,
    };
    core.protection.client.onProtectError(failure);
    element.onProtectError = ({code}) => seen.push(`element ${code}`);
    core.protection.client.onProtectError(failure);
    expect(seen).to.eql(['provider timeout', 'element timeout']);
    await element.updateComplete;
  });

  it('passes on errors of the callback for a sealed file, so that the file is kept', () => {
    const {element} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    element.onProtected = () => {
      throw new TypeError('of the page');
    };
    const [captureId, sealedAt] = ['a', new Date().toISOString()];
    const protectedBlob = new Blob(['sealed'], {type: 'image/jpeg'});
    const detail = {
      captureId,
      mode: 'image' as const,
      protectedBlob,
      sealedAt,
      restored: false,
      delivery: 1,
    };
    expect(() => core.protection.client.onProtected(detail)).to.throw('of the page');
  });

  it('reports its own invalid options', async () => {
    const {provider} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    const refused: Promise<ConfigurationErrorEvent> = oneEvent(provider, 'configuration-error');
    provider.setAttribute('retention', '-1');
    const {option, value, target} = await refused;
    expect([option, value, target]).to.eql(['retention', '-1', provider]);
  });

  for (const bad of ['http://shop.example/uploads', 'http://']) {
    it(`keeps sealed files instead of treating them as delivered if the first address is "${bad}"`, async () => {
      const told: string[] = [];
      page.addEventListener('configuration-error', ({message}) => told.push(message));
      const {element} = write(
        `<protection-provider><capture-image deliver-to="${bad}"></capture-image></protection-provider>`,
      );
      await element.updateComplete;
      await element.updateComplete;
      expect(config().deliverTo).to.equal(sealingOptions.deliverTo.guard());
      expect(element.deliverTo).to.be.undefined;
      expect(told.join()).to.contain('Meanwhile, what it protects is held back.');
      expect(told).to.have.length(1);
      element.setAttribute('deliver-to', '/uploads');
      expect(config().deliverTo).to.equal('/uploads');
    });
  }

  for (const radius of ['500m', '-1', '']) {
    it(`seals no location instead of the exact one if the first radius is "${radius}"`, async () => {
      const told: string[] = [];
      page.addEventListener('configuration-error', ({message}) => told.push(message));
      const refused: Promise<ConfigurationErrorEvent> = oneEvent(page, 'configuration-error');
      const {element, provider} = write(
        `<protection-provider><capture-image location-obfuscation-radius="${radius}"></capture-image></protection-provider>`,
      );
      const place = {latitude: 48.2, longitude: 16.4};
      const sealed = () => obfuscated(place, config().locationObfuscationRadius);
      expect(sealed()).to.eql({unavailableReason: 'disabled'});
      expect((await refused).message).to.contain('Meanwhile, what it protects is held back.');
      await element.updateComplete;
      expect(told).to.have.length(1);
      element.setAttribute('location-obfuscation-radius', '500');
      expect(config().locationObfuscationRadius).to.equal(500);
      element.removeAttribute('location-obfuscation-radius');
      provider.setAttribute('location-obfuscation-radius', radius);
      expect(sealed()).to.eql({unavailableReason: 'disabled'});
    });
  }

  for (const [name, first, second] of [
    ['account', {id: 1}, {id: 2}],
    ['baseUrl', 'localhost:8080', 'localhost:8081'],
    ['delivery', {}, {send: 1}],
    ['locationObfuscationRadius', '500 m', -1],
    ['protection', {}, 'token'],
    ['sensors', {gps: false, more: 1}, {camera: false, more: 1}],
  ] as const) {
    it(`holds back what ${name} protects while it has had no valid value`, async () => {
      const {element} = write(
        `<protection-provider><capture-image></capture-image></protection-provider>`,
      );
      await element.updateComplete;
      const {calls} = core.protection;
      for (const invalid of [first, second]) {
        calls.length = 0;
        Reflect.set(element, name, invalid);
        await element.updateComplete;
        expect(config()[name], 'the queue refuses it').to.eql(sealingOptions[name].guard(invalid));
        expect(calls).to.eql(['configurationChanged']);
        expect(element[name], 'the property').to.be.undefined;
      }
      calls.length = 0;
      await change(element, {[name]: null});
      expect(config()).not.to.have.property(name);
      expect(calls).to.eql(['configurationChanged']);
    });
  }

  for (const [name, bad, problem] of [
    ['sensors', {gsp: false}, 'sensors.gsp is not known'],
    ['sensors', {geolocation: false}, 'sensors.geolocation is not known'],
    ['sensors', 'no', 'sensors has to be an object'],
    ['sensors', {gps: true}, 'sensors.gps has to be false'],
    ['sensors', {atmospheric: {}}, 'sensors.atmospheric has to be false or an object with read()'],
    ['locationTimeout', '2 s', 'locationTimeout has to be a finite number from 0'],
    ['locationProvider', () => undefined, 'locationProvider has to be an object with locate()'],
    ['licensePlateDetector', {}, 'licensePlateDetector has to be an object with detect()'],
    ['onCapture', 'take', 'onCapture has to be a function'],
    ['tags', {a: '1', b: 2}, 'tags.b has to be text of at most 4096 characters'],
    ['tags', '{"a":', 'tags has to be a plain object'],
    ['features', {licensePlateInfo: {boundingBox: {x: 1}}}, 'licensePlateInfo.boundingBox'],
    ['features', {flags: []}, 'features.flags is not known'],
    ['autoProtect', 'off', 'autoProtect has to be true or false'],
  ] as const) {
    it(`names what is wrong if ${name} is ${JSON.stringify(bad)}`, async () => {
      const {element} = write(
        `<protection-provider><capture-image></capture-image></protection-provider>`,
      );
      const logged = logOf(element);
      const refused: Promise<ConfigurationErrorEvent> = oneEvent(page, 'configuration-error');
      Reflect.set(element, name, bad);
      const {code, message} = await refused;
      expect(code).to.equal('configuration_invalid');
      expect(message).to.contain(problem);
      expect(logged).to.eql([`<capture-image>: ${message}`]);
    });
  }

  it('accepts every sensor and adapter', async () => {
    const {element} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    const read = () => Promise.resolve({});
    const off = {gps: false, orientation: false, acceleration: false, gravity: false} as const;
    const more = {rotationRate: false, network: false, device: false, camera: false} as const;
    const logged = logOf(element);
    element.sensors = {...off, ...more, atmospheric: {read}, magnetometer: false};
    element.locationProvider = {locate: read};
    Object.assign(element, {locationTimeout: 0, locationObfuscationRadius: 0});
    await element.updateComplete;
    await drawn(element, Object.assign(element, {locationTimeout: null, sensors: undefined}));
    expect(logged).to.eql([]);
  });

  it('reports tags that a capture is sealed without, once in the console and as an event for each capture', async () => {
    const {element} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    const told: unknown[] = [];
    page.addEventListener('configuration-error', ({detail}) => told.push(detail));
    const logged = logOf(element);
    const code = 'configuration_invalid';
    const problem = {option: 'tags', value: 'object', code} as const;
    const detail = {...problem, message: 'tags.b has to be text of at most 4096 characters.'};
    for (let i = 0; i < 2; i++) core.protection.client.onConfigurationError?.(detail);
    await element.updateComplete;
    expect(told).to.eql([detail, detail]);
    expect(logged).to.eql([`<capture-image>: ${detail.message}`]);
  });

  it('reports captures that an option keeps from being sealed, once in the console and as an event for each', async () => {
    const {element} = write(
      `<protection-provider><capture-image></capture-image></protection-provider>`,
    );
    const told: string[] = [];
    element.onProtectError = ({message}) => told.push(message);
    const message = 'tags.b has to be text of at most 4096 characters.';
    const failure = {mode: 'image', message, retryable: false, attempts: 0} as const;
    const logged = logOf(element);
    for (const [captureId, code] of [
      ['one', 'configuration_invalid'],
      ['two', 'configuration_invalid'],
      ['one', 'timeout'],
    ] as const)
      core.protection.client.onProtectError({...failure, captureId, code});
    expect(logged).to.eql([`<capture-image>: ${message}`]);
    expect(told).to.eql([message, message, message]);
    await element.updateComplete;
  });

  it('passes on sensors, the detector and the location timeout', () => {
    const {element, provider} = write(
      `<protection-provider location-timeout="5000"><capture-image></capture-image></protection-provider>`,
    );
    const sensors = {gps: false} as const;
    const licensePlateDetector = {detect: () => Promise.resolve(undefined)};
    Object.assign(provider, {sensors, licensePlateDetector});
    expect(config()).to.eql({locationTimeout: 5000, sensors, licensePlateDetector});
    element.setAttribute('location-timeout', '0');
    expect(config().locationTimeout).to.equal(0);
  });

  it('returns the effective values of autoProtect and sandbox', () => {
    const {element, provider} = write(
      `<protection-provider auto-protect="false" sandbox><capture-image></capture-image></protection-provider>`,
    );
    const values = () => [element.autoProtect, element.sandbox];
    expect(values()).to.eql([false, true]);
    Object.assign(element, {autoProtect: true, sandbox: false});
    expect(values()).to.eql([true, false]);
    Object.assign(element, {autoProtect: null, sandbox: undefined});
    expect(values()).to.eql([false, true]);
    Object.assign(provider, {autoProtect: null, sandbox: undefined});
    expect(values()).to.eql([true, false]);
  });

  it('takes no picture before it is in the page', async () => {
    const element: CaptureImage = document.createElement('capture-image');
    const code = await element.takePicture().catch((error: SealedCaptureError) => error.code);
    expect(code).to.equal('not_capturing');
  });
});
