import {test} from '@playwright/test';
import {narrowAndLight, testDemo, testRecorder, wideAndDark} from './accessible-views.js';
import {startSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(async () => {
  await site.close();
});

testDemo(() => site, wideAndDark);
testRecorder(() => site, narrowAndLight);
