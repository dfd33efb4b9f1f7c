import {test} from '@playwright/test';
import {lacks} from '../../../service/test/deploy/programs.js';
import {variants} from '../../variants.js';
import {expectRepairable, hidden, refused, unconfirmed, ways, type Fault} from './fault.js';
import {Setting} from './setting.js';
import {Storage} from './storage.js';

const missing = lacks('nginx', '-v');
test.skip(!!missing, String(missing));
test.use({ignoreHTTPSErrors: true});

let setting: Setting;
test.beforeEach(async () => {
  setting = await Setting.open('nginx', ({origin}) => Storage.example(origin));
});
test.afterEach(() => setting.close());

const large = 'client_max_body_size 10m;';
const small = 'client_max_body_size 10k;';

const uploads = ({storage}: Setting, settings = large): string =>
  `location /uploads { ${settings} proxy_pass ${storage.address}; }`;

/** Lets pages of the site read what nginx itself answers. The answers of the storage have the header. */
const readable = ({site}: Setting): string => `
  map $upstream_http_access_control_allow_origin $missing_origin { '' ${site.origin}; }
  add_header Access-Control-Allow-Origin $missing_origin always;`;

const isTooSmall = {
  breaks: (setting: Setting) => setting.useNginx(uploads(setting, small)),
  repairs: (setting: Setting) => setting.useNginx(uploads(setting)),
};
const isDown = {
  breaks: async (setting: Setting) => {
    await setting.useNginx(uploads(setting));
    await setting.storage.line.close();
  },
  repairs: ({storage}: Setting) => storage.line.open(),
};

const faults: readonly Fault[] = [
  {
    name: 'nginx refuses a photo as larger than client_max_body_size',
    page: 'own',
    ...isTooSmall,
    ...refused(413),
  },
  {
    name: 'nginx of another origin refuses a photo as larger than client_max_body_size',
    page: 'other',
    ...isTooSmall,
    ...hidden,
  },
  {
    name: 'the server behind nginx is down',
    page: 'own',
    ...isDown,
    ...refused(502),
  },
  {
    name: 'the server behind nginx stores a photo, and does not answer in time',
    page: 'own',
    breaks: async (setting) => {
      await setting.useNginx(uploads(setting, `${large} proxy_read_timeout 200ms;`));
      setting.storage.line.isMute = true;
    },
    repairs: ({storage}) => (storage.line.isMute = false),
    ...refused(504),
    isStored: true,
  },
  // By day, those above.
  {
    name: 'nginx of another origin refuses a photo with CORS headers',
    page: 'other',
    breaks: (setting) => setting.useNginx(uploads(setting, small), readable(setting)),
    repairs: (setting) => setting.useNginx(uploads(setting), readable(setting)),
    ...refused(413),
  },
  {
    name: 'nginx refuses a photo by HTTP/2',
    page: 'other',
    to: ({secureOrigin}) => `${secureOrigin}/uploads`,
    breaks: (setting) => setting.useSecureNginx(uploads(setting, small), readable(setting)),
    repairs: (setting) => setting.useSecureNginx(uploads(setting), readable(setting)),
    ...refused(413),
  },
  {
    name: 'the server behind nginx of another origin is down',
    page: 'other',
    ...isDown,
    ...hidden,
  },
  {
    name: 'nginx loses the server in the middle of a photo',
    page: 'own',
    breaks: async (setting) => {
      await setting.useNginx(uploads(setting, `${large} proxy_request_buffering off;`));
      setting.storage.line.cutAfter = 40_000;
    },
    repairs: ({storage}) => (storage.line.cutAfter = Infinity),
    ...refused(502),
  },
  {
    name: 'nginx answers with status 200 and a page that says that the server is down',
    page: 'own',
    breaks: async (setting) => {
      await setting.useNginx(`error_page 502 =200 /down; ${uploads(setting)}
        location = /down { default_type text/html; return 200 'Back soon.'; }`);
      await setting.storage.line.close();
    },
    repairs: isDown.repairs,
    ...unconfirmed(200, /may be a sign-in page/),
  },
  {
    name: 'nginx has no dav_methods for a photo that is sent by PUT',
    page: 'own',
    way: 'put',
    to: ({origin}) => `${origin}/dav`,
    breaks: (setting) => setting.useNginx(`location /dav/ { root ${setting.proxy.folder}; }`),
    repairs: (setting) =>
      setting.useNginx(
        `location /dav/ { dav_methods PUT; ${large} alias ${setting.storage.folder}/; }`,
      ),
    ...refused(405),
  },
];

for (const fault of variants(faults, 4)) {
  for (const way of variants(ways)) {
    test(`if ${fault.name}, it is kept, that is told, and it arrives after the repair, ${way}`, async ({
      page,
    }) => {
      await expectRepairable(page, setting, fault, way);
    });
  }
}
