import {expect, test, type Page} from '@playwright/test';
import {lacks} from '../../../service/test/deploy/programs.js';
import {atNight, variants} from '../../variants.js';
import {expectRepairable, hidden, refused, unconfirmed, ways, type Fault} from './fault.js';
import {Photographer} from './photographer.js';
import {Setting} from './setting.js';
import {Storage} from './storage.js';

const missing = lacks('caddy', 'version');
test.skip(!!missing, String(missing));

let setting: Setting;
test.beforeEach(async () => {
  setting = await Setting.open('caddy', ({origin}) => Storage.example(origin));
});
test.afterEach(() => setting.close());

const uploads = ({storage}: Setting): string => `handle /uploads* {
    reverse_proxy ${storage.address}
  }`;

/** Redirects uploads to a sign-in, which answers like this. */
const signIn = (type: string, body: string): string => `redir /uploads /login 302
  handle /login {
    header Content-Type ${type}
    respond ${body} 200
  }`;
const signInPage = signIn('text/html', '"<!doctype html><title>Sign in</title>"');

/** anna:secret */
const passwords = `basicauth /uploads* {
    anna $2a$14$C9md5OoGyoJwF/Y8Na3Bw..Q0BIJZ0H55WBw/sG4EVyuhy8Owj2YS
  }`;

const until = (broken: string) => ({
  breaks: (setting: Setting) => setting.useCaddy(`${broken}\n${uploads(setting)}`),
  repairs: (setting: Setting) => setting.useCaddy(uploads(setting)),
});
const faults: readonly Fault[] = [
  {
    name: 'Caddy redirects a photo to a sign-in page',
    page: 'own',
    ...until(signInPage),
    ...unconfirmed(200, /redirected to http:\/\/localhost:\d+\/login, .*status 200/),
  },
  {
    name: 'Caddy redirects a photo to a sign-in that answers with JSON',
    page: 'own',
    ...until(signIn('application/json', '`{"login": true}`')),
    ...unconfirmed(200, /redirected to http:\/\/localhost:\d+\/login, .*status 200/),
  },
  // By day, those above.
  {
    name: 'Caddy of another origin redirects a photo to a sign-in page',
    page: 'other',
    ...until(signInPage),
    ...hidden,
  },
  {
    name: 'Caddy of another origin redirects a photo because of a slash',
    page: 'other',
    ...until('redir /uploads /uploads/ 308'),
    ...hidden,
  },
  {
    name: 'Caddy of another origin asks for a password',
    page: 'other',
    ...until(passwords),
    ...hidden,
  },
  {
    name: 'the server behind Caddy of another origin is down, and Caddy has its CORS headers',
    page: 'other',
    breaks: async (setting) => {
      const {site, storage} = setting;
      const allowing = `header Access-Control-Allow-Origin ${site.origin}
        header Access-Control-Allow-Headers *`;
      await setting.useCaddy(`@question method OPTIONS
        handle @question {
          ${allowing}
          respond 204
        }
        handle_errors {
          ${allowing}
        }
        ${uploads(setting)}`);
      await storage.line.close();
    },
    repairs: ({storage}) => storage.line.open(),
    ...refused(502),
  },
  {
    name: 'Caddy loses the server in the middle of a photo',
    page: 'own',
    breaks: async (setting) => {
      await setting.useCaddy(uploads(setting));
      setting.storage.line.cutAfter = 40_000;
    },
    repairs: ({storage}) => (storage.line.cutAfter = Infinity),
    ...refused(502),
  },
];

for (const fault of variants(faults, 2)) {
  for (const way of variants(ways)) {
    test(`if ${fault.name}, it is kept, that is told, and it arrives after the repair, ${way}`, async ({
      page,
    }) => {
      await expectRepairable(page, setting, fault, way);
    });
  }
}

/** Takes a photo that is to be delivered to the address without a failure. Returns what was asked of the server. */
async function deliver(page: Page): Promise<string[]> {
  const {site, origin, storage} = setting;
  const person = await Photographer.at(page, site, origin, {to: `${origin}/uploads`});
  await person.expectDelivered(storage, await person.takePhoto());
  expect(await person.heard('protect-error')).toBe(undefined);
  return storage.requests;
}

const slashes = [
  {status: 301, asked: ['GET /uploads/', 'GET /uploads/', 'POST /uploads/']},
  // The page asks once without its file: an address that answers 201 to a GET as well has said nothing.
  {status: 308, asked: ['POST /uploads/', 'GET /uploads/']},
] as const;
for (const {status, asked} of variants(slashes)) {
  test(`if Caddy redirects a photo with ${status} because of a slash, it is delivered at once, and stored once`, async ({
    page,
  }) => {
    await setting.useCaddy(`redir /uploads /uploads/ ${status}\n${uploads(setting)}`);
    expect(await deliver(page)).toEqual(asked);
  });
}

// Browsers ask the person for the password, and the upload waits for the answer.
test.describe('with a person who knows the password that Caddy asks for', () => {
  test.use({httpCredentials: {username: 'anna', password: 'secret'}});

  // By day, upload-example.test.ts delivers without a password, and http-delivery.test.ts has status 401.
  atNight(test)('a photo is delivered at once', async ({page}) => {
    await setting.useCaddy(`${passwords}\n${uploads(setting)}`);
    expect(await deliver(page)).toEqual(['POST /uploads']);
  });
});

test.describe('with a person who does not know the password that Caddy asks for', () => {
  test.use({httpCredentials: {username: 'anna', password: 'guessed'}});
  const name = 'Caddy takes no photo without a password';
  const fault: Fault = {name, page: 'own', ...until(passwords), ...refused(401)};

  for (const way of ways) {
    // By day, http-delivery.test.ts has status 401.
    atNight(test)(
      `a photo is kept, that is told, and it arrives after the repair, ${way}`,
      async ({page}) => {
        await expectRepairable(page, setting, fault, way);
      },
    );
  }
});
