import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {CoreOfPages} from '../../../src/core/wiring/core-of-pages.js';
import type {CorePorts} from '../../../src/core/wiring/core.js';
import {FakeDetector, read} from '../plates/plates-fixture.js';
import {settled} from '../../settled.js';
import {draft, FakeClient, Page, photo} from './queue-fixture.js';

describe("the package's core", () => {
  it('has the plate read and confirmed of a picture that the page made by itself', async () => {
    const core = new CoreOfPages(new Page().ports() as CorePorts);
    const detector = new FakeDetector();
    const client = new FakeClient({apiKey: 'key', licensePlateDetector: detector});
    const protection = core.connect(client);
    const {captureId} = await core.protect(protection, photo, draft);
    await settled();
    await settled(detector.answer(read));
    assert.deepEqual(client.heard, ['capture', 'license-plate']);
    await settled(protection.confirmLicensePlate(captureId, 'M AB 1284'));
    assert.deepEqual(client.heard, ['capture', 'license-plate', 'protected']);
    core.close();
  });
});
