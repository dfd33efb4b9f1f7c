import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {inspectionAddress} from '../../../src/core/inspection/inspection-address.js';

describe('the address of an inspection', () => {
  it('is below the base address, in the sandbox if requested', () => {
    assert.equal(inspectionAddress({}), '/protection/inspect');
    assert.equal(inspectionAddress({sandbox: true}), '/protection/sandbox/inspect');
    const baseUrl = 'https://seals.example/api/?tenant=1';
    assert.equal(inspectionAddress({baseUrl}), 'https://seals.example/api/inspect');
    assert.equal(
      inspectionAddress({baseUrl, sandbox: true}),
      'https://seals.example/api/sandbox/inspect',
    );
  });

  it('is the given address if that is complete', () => {
    for (const baseUrl of ['/protection/inspect', 'https://a.example/v1/sandbox/inspect?b=1']) {
      assert.equal(inspectionAddress({baseUrl, sandbox: true}), baseUrl);
    }
  });

  it('is that of the provider if the element has none', () => {
    const protection = {baseUrl: 'https://seals.example/p', sandbox: true};
    assert.equal(inspectionAddress({protection}), 'https://seals.example/p/sandbox/inspect');
    assert.equal(inspectionAddress({baseUrl: '/q', protection}), '/q/sandbox/inspect');
    assert.equal(
      inspectionAddress({sandbox: true, protection: {sandbox: false}}),
      '/protection/inspect',
    );
  });
});
