import {setTimeout as sleep} from 'node:timers/promises';
import {expect, test, type Page} from '@playwright/test';
import type {ServerOptions} from '@tus/server';
import {freePort} from '../../free-port.js';
import {lacks} from '../../../service/test/deploy/programs.js';
import {atNight, variants} from '../../variants.js';
import {expectRepairable, hidden, refused, unconfirmed, ways, type Fault} from './fault.js';
import {Line} from './line.js';
import {Photographer} from './photographer.js';
import {Setting} from './setting.js';
import {Storage} from './storage.js';

const missing = lacks('nginx', '-v');
test.skip(!!missing, String(missing));
test.use({ignoreHTTPSErrors: true});

let setting: Setting;
/** Most bytes that the server takes. */
let most: number;
/** What the server waits for before it answers the last request of an upload. */
let work: () => Promise<unknown>;
test.beforeEach(async () => {
  most = Infinity;
  work = () => Promise.resolve();
  const options: Partial<ServerOptions> = {
    respectForwardedHeaders: true,
    maxSize: () => most,
    onUploadFinish: () => work().then(() => ({})),
  };
  setting = await Setting.open('nginx', () => Storage.tus(options));
});
test.afterEach(() => setting.close());

const large = 'client_max_body_size 10m;';
const small = 'client_max_body_size 20k;';

const files = ({storage}: Setting, settings = ''): string =>
  `location /files { ${settings} proxy_set_header Host $http_host; proxy_pass ${storage.address}; }`;

const isTooSmall = {
  breaks: (setting: Setting) => setting.useNginx(files(setting, small)),
  repairs: (setting: Setting) => setting.useNginx(files(setting, large)),
};

/** Faults of photos that are sent by tus, to /files of the proxy if nothing is said. */
const faults: readonly Fault[] = [
  {
    name: 'a tus server behind nginx does not know of https when it gets a photo',
    page: 'other',
    to: ({secureOrigin}) => `${secureOrigin}/files`,
    breaks: (setting) => setting.useSecureNginx(files(setting)),
    repairs: (setting) =>
      setting.useSecureNginx(files(setting, 'proxy_set_header X-Forwarded-Proto $scheme;')),
    ...unconfirmed(201, /none are sent: http:\/\/media\.localhost:\d+\. Behind a proxy/),
  },
  // By day, the one above.
  {
    name: 'nginx refuses a request of tus with a photo as too large',
    page: 'own',
    ...isTooSmall,
    ...refused(413),
    message: /If a proxy in front of it has refused the request, set chunkSize/,
  },
  {
    name: 'nginx of another origin refuses a request of tus with a photo as too large',
    page: 'other',
    ...isTooSmall,
    ...hidden,
  },
  {
    name: 'a tus server refuses a photo as too large',
    page: 'own',
    breaks: (setting) => {
      most = 20_000;
      return setting.useNginx(files(setting));
    },
    repairs: () => (most = Infinity),
    ...refused(413),
    message: /too large for the server/,
  },
];

for (const fault of variants(faults)) {
  for (const way of variants(ways)) {
    test(`if ${fault.name}, it is kept, that is told, and it arrives after the repair, ${way}`, async ({
      page,
    }) => {
      const to = ({origin}: Setting): string => `${origin}/files`;
      await expectRepairable(page, setting, {to, way: 'tus', ...fault}, way);
    });
  }
}

const open = (page: Page, server: string, chunk?: number): Promise<Photographer> =>
  Photographer.at(page, setting.site, server, {way: 'tus', to: `${server}/files`, chunk});

/** The methods of the requests that have arrived. */
const methods = ({storage} = setting): string =>
  storage.requests.map((one) => one.split(' ')[0]).join(' ');

test('if nginx loses a tus server in the middle of a photo, the rest of it is sent', async ({
  page,
}) => {
  const {storage} = setting;
  await setting.useNginx(files(setting, 'proxy_request_buffering off;'));
  storage.line.cutAfter = 60_000;
  const person = await open(page, setting.origin);
  const photo = await person.takePhoto();
  await person.expectDelivered(storage, photo, 10_000);
  expect(methods()).toBe('POST PATCH HEAD PATCH');
  expect(storage.line.received).toBeLessThan(150_000);
});

const bufferings = [
  {name: 'nothing of it arrives', settings: 'proxy_request_buffering on;', chunk: undefined},
  {name: 'what was sent of it arrives', settings: 'proxy_request_buffering off;', chunk: undefined},
  {name: 'its chunks arrive', settings: 'proxy_request_buffering on;', chunk: 20_000},
] as const;
for (const {name, settings, chunk} of bufferings) {
  // By day, tus-queue.test.ts resumes an upload without a proxy.
  atNight(test)(
    `if each connection breaks in the middle of a photo, ${name} through nginx with ${settings}`,
    async ({page}) => {
      const {storage, proxy} = setting;
      await setting.useNginx(files(setting, settings));
      const line = await Line.to(proxy.port, await freePort());
      line.cutAfter = 60_000;
      try {
        const person = await open(page, line.address, chunk);
        const photo = await person.takePhoto();
        if (name === 'nothing of it arrives') {
          await person.waitFor(() => methods().endsWith('HEAD HEAD HEAD'), 60_000);
          await person.expectKept();
          expect(methods()).toMatch(/^POST( HEAD)+$/);
          line.cutAfter = Infinity;
        }
        await person.expectDelivered(storage, photo, 60_000);
        expect(methods()).toMatch(/^POST( HEAD| PATCH)+$/);
      } finally {
        await line.close();
      }
    },
  );
}

// By day, tus-addresses.test.ts has such answers, without a proxy.
atNight(test)(
  'chunkSize brings a photo through nginx that takes only small requests',
  async ({page}) => {
    await setting.useNginx(files(setting, small));
    const person = await open(page, setting.origin, 20_000);
    await person.expectDelivered(setting.storage, await person.takePhoto());
    expect(methods()).toMatch(/^POST( PATCH){4,}$/);
  },
);

// By day, tus-addresses.test.ts has such answers, without a proxy.
atNight(test)(
  'a photo whose last answer nginx has lost is sent again, with the same captureId',
  async ({page}) => {
    await setting.useNginx(files(setting, 'proxy_read_timeout 200ms;'));
    work = () => {
      work = () => Promise.resolve();
      return sleep(1_000);
    };
    const person = await open(page, setting.origin);
    const {captureId, digest} = await person.takePhoto();
    await person.hears('delivered', 10_000);
    expect(methods()).toBe('POST PATCH HEAD POST PATCH');
    const file = {captureId, digest};
    expect(await setting.storage.files()).toEqual([file, file]);
  },
);

// By day, tus-addresses.test.ts has such a sign-in, without a proxy.
atNight(test)(
  'if Caddy asks for a sign-in in the middle of a photo, the rest of it is sent after that',
  async ({page}) => {
    const absent = lacks('caddy', 'version');
    test.skip(!!absent, String(absent));
    const caddy = await Setting.open('caddy', () => Storage.tus());
    try {
      const {storage} = caddy;
      const passing = `handle /files* {
      reverse_proxy ${storage.address}
    }`;
      const signIn = `redir /files/* /login 302
    handle /login {
      respond "Sign in."
    }`;
      await caddy.useCaddy(`${signIn}\n${passing}`);
      const person = await open(page, caddy.origin);
      const photo = await person.takePhoto();
      const {status, message} = await person.hears('protect-error');
      expect([status, message]).toEqual([200, expect.stringContaining('/login, whose answer')]);
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/login')) asked.push(request.method());
      });
      await person.waitFor(() => asked.join(' ').startsWith('HEAD HEAD'), 60_000);
      await caddy.useCaddy(passing);
      await person.expectDelivered(storage, photo, 60_000);
      expect(methods(caddy)).toBe('POST HEAD PATCH');
    } finally {
      await caddy.close();
    }
  },
);
