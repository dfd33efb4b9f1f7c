import {expect} from '@open-wc/testing';
import type {RecordingEnd, RecordingState} from '../../../src/core/recording/recording-session.js';
import type {CaptureAudio} from '../../../src/elements/capture-audio.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {CaptureAudioFixture} from './fixture.js';
import {recording} from '../fake-core.js';
import {change, drawn, ownWayBack, textOf} from '../kit.js';

describe('each state of <capture-audio>', () => {
  let fixture: CaptureAudioFixture;
  let element: CaptureAudio;

  beforeEach(async () => {
    fixture = await CaptureAudioFixture.create();
    ({element} = fixture);
  });

  const screens: [RecordingState, string, string?][] = [
    [{name: 'denied'}, 'Microphone access denied', 'Ask again'],
    [{name: 'blocked', byPolicy: false}, 'Microphone is blocked', 'Try again'],
    [{name: 'blocked', byPolicy: true}, 'Microphone is blocked'],
    [{name: 'not-found'}, 'No microphone found', 'Try again'],
    [{name: 'in-use'}, 'Microphone is in use', 'Try again'],
    [{name: 'insecure'}, 'This page is not secure'],
    [
      {name: 'failed', error: new SealedCaptureError('device_lost', 'gone')},
      'The microphone did not start',
      'Try again',
    ],
    [
      {name: 'failed', error: new SealedCaptureError('encoding_failed', 'gone')},
      'This page cannot record',
      'Try again',
    ],
  ];

  for (const scheme of ['light', 'dark'] as const) {
    for (const [state, heading, button] of screens) {
      it(`${JSON.stringify(state)} has its screen, accessible in ${scheme}`, async () => {
        element.style.colorScheme = scheme;
        await fixture.show(state);
        expect(fixture.text('.heading')).to.equal(heading);
        if (state.name === 'denied') await ownWayBack(element, '.button');
        if (state.name === 'blocked' && !state.byPolicy) {
          await ownWayBack(element, 'li:nth-child(3)');
        }
        expect(fixture.has('.button') ? fixture.text('.button') : undefined).to.equal(button);
        expect(fixture.text('.screen')).not.to.match(/camera|photo/i);
        await expect(element).to.be.accessible();
      });
    }

    it(`is accessible in ${scheme} from the first screen to the seal`, async () => {
      element.style.colorScheme = scheme;
      element.maxDuration = 60;
      fixture.microphone.microphones = [
        {deviceId: 'a', label: 'Built-in'},
        {deviceId: 'b', label: 'Headset'},
      ];
      await fixture.show({name: 'idle'});
      await expect(element).to.be.accessible();
      await fixture.record(5);
      await expect(element).to.be.accessible();
      await drawn(element, element.pauseRecording());
      await expect(element).to.be.accessible();
      const {captureId} = await element.stopRecording();
      await element.updateComplete;
      await expect(element).to.be.accessible();
      const failure = {
        code: 'unauthorized',
        message: 'The key is not accepted.',
        retryable: false,
      } as const;
      for (const progress of [
        {name: 'held'} as const,
        {name: 'waiting', failure} as const,
        {name: 'failed', failure} as const,
        {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const,
      ]) {
        await drawn(element, fixture.core.protection.advance(captureId, progress));
        await expect(element).to.be.accessible();
      }
    });
  }

  it('does not blame the microphone if a part of the page could not be loaded', async () => {
    const error = new SealedCaptureError('worker_unavailable', 'gone');
    await fixture.show({name: 'failed', error});
    expect(fixture.text('.heading')).to.equal('This page cannot record');
    expect(fixture.text('.heading + p')).to.equal(
      'A part of it could not be loaded. (worker_unavailable)',
    );
    await fixture.show({name: 'failed', error: new SealedCaptureError('device_lost', 'gone')});
    expect(fixture.text('.heading + p')).to.equal(
      'Try again, or use another microphone. (device_lost)',
    );
  });

  it('offers to record, and names the permissions that the browser may ask for', async () => {
    expect(fixture.text('.heading')).to.equal('Ready to record');
    const help = () => fixture.text('.heading + p');
    expect(help()).to.equal(
      'Your browser will ask for your microphone, location and motion sensors. Location and motion are optional.',
    );
    await change(element, {
      sensors: {
        gps: false,
        orientation: false,
        magnetometer: false,
        acceleration: false,
        gravity: false,
        rotationRate: false,
      },
    });
    expect(help()).to.equal('It is sealed as soon as it ends.');
  });

  it('has a heading on every screen, for people who navigate by headings', async () => {
    const headings = () => fixture.find('.frame').querySelectorAll('h2');
    for (const [state, heading] of [[{name: 'idle'}, 'Ready to record'], ...screens] as const) {
      await fixture.show(state);
      expect([...headings()].map(textOf), JSON.stringify(state)).to.eql([heading]);
    }
  });

  it('has a resume icon that differs from record and stop', async () => {
    await fixture.record(5);
    await drawn(element, element.pauseRecording());
    const resume = fixture.find('.pause');
    expect(resume.ariaLabel).to.equal('Resume');
    expect(resume.querySelectorAll('i').length).to.equal(0);
    expect(resume.querySelectorAll('svg path').length).to.equal(2);
  });

  it('shows in the same row that the browser is asking for permission', async () => {
    const record = fixture.find('.record');
    await fixture.show({name: 'pending'}, 'pending');
    expect(fixture.text('.heading')).to.equal('Waiting for your permission');
    expect(fixture.find('.record')).to.equal(record);
    expect(record.ariaLabel).to.equal('Cancel');
    await expect(element).to.be.accessible();
  });

  it('does not show that the browser is asking if permission was granted before', async () => {
    await fixture.show({name: 'pending'}, 'granted');
    expect(fixture.text('.desk .screen')).to.equal('Starting …');
  });

  it('disables all buttons while the last part is encoded', async () => {
    await fixture.record(2);
    await fixture.show({name: 'finishing'});
    expect(fixture.find('.record').getAttribute('aria-disabled')).to.equal('true');
    await fixture.press('.record');
    expect(fixture.microphone.calls).to.eql(['look', 'start']);
  });

  it('shows the duration, the remaining time, and what is sealed with the recording', async () => {
    element.maxDuration = 120;
    await fixture.record(72.9);
    expect(fixture.text('[role=timer]')).to.equal('1:12');
    expect(fixture.text('.clock .quiet')).to.equal('0:48 left');
    expect(fixture.text('[part=contents]')).to.equal('Sealing: location, microphone, device');
    expect(fixture.find('.record').ariaLabel).to.equal('Stop recording');
    expect(fixture.has('.wave > *')).to.be.true;
  });

  it('shows beside the sealed metadata that the location is off', async () => {
    await fixture.show({...recording(), includes: ['microphone'], placeOff: 'permission_denied'});
    expect(fixture.text('[part=contents]')).to.equal('Sealing: microphone Location off');
  });

  it('says that a location may still come, also while the browser asks for it', async () => {
    await fixture.show({
      ...recording(),
      includes: ['microphone'],
      placeOff: 'permission_not_requested',
      placeMayCome: true,
    });
    const text = 'Sealing: microphone Location may still come';
    expect(fixture.text('[part=contents]')).to.equal(text);
    await fixture.show({...recording(), includes: ['place', 'microphone'], placeMayCome: false});
    expect(fixture.text('[part=contents]')).to.equal('Sealing: location, microphone');
  });

  it('describes the level in words that stay for a second', async () => {
    const level = () => fixture.find('[role=meter]').getAttribute('aria-valuetext');
    await fixture.record(0.2, () => 1);
    expect(level()).to.equal(null);
    const heard: [number, number, string][] = [
      [1, 0.4, 'Level good'],
      [1.9, 1, 'Level good'],
      [2, 1, 'Too loud'],
      [2.9, 0.4, 'Too loud'],
      [3, 0.4, 'Level good'],
      [4, 0.01, 'Very quiet'],
    ];
    for (const [seconds, peak, words] of heard) {
      await drawn(
        element,
        fixture.microphone.hear(seconds, () => peak),
      );
      expect(level(), `after ${seconds} s`).to.equal(words);
      expect(fixture.text('.level')).to.equal(words);
    }
  });

  it('announces to screen readers that the sound is too loud, once until it was not for ten seconds', async () => {
    const status = () => fixture.text('[role=status]');
    const hear = (seconds: number, peak: number) =>
      drawn(
        element,
        fixture.microphone.hear(seconds, () => peak),
      );
    await fixture.record(1);
    expect(status()).to.equal('Recording.');
    await hear(2, 1);
    expect(status()).to.equal('Too loud');
    element.pauseRecording();
    await drawn(element, element.resumeRecording());
    expect(status()).to.equal('Recording.');
    for (const [seconds, peak] of [
      [3, 1],
      [4, 0.4],
      [6, 1],
      [8, 0.4],
    ] as const) {
      await hear(seconds, peak);
      expect(status(), `after ${seconds} s`).to.equal('Recording.');
    }
    await hear(17, 1);
    expect(status()).to.equal('Too loud');
  });

  it('does not call pauses between words too quiet', async () => {
    await fixture.record(1);
    await drawn(
      element,
      fixture.microphone.hear(2, (index) => (index < 20 ? 0.4 : 0)),
    );
    expect(fixture.text('.level')).to.equal('Level good');
  });

  it('shows when the system has muted the microphone', async () => {
    await fixture.record(2);
    await fixture.show(recording(true));
    expect(fixture.text('.level')).to.equal('Microphone muted');
    expect(fixture.find('[role=meter]').ariaValueNow).to.equal('0');
    expect(fixture.text('[role=status]')).to.equal('Microphone muted');
    await fixture.show(recording());
    expect(fixture.text('[role=status]')).to.equal('Recording.');
  });

  it('shows a finished recording with player, waveform and seal state', async () => {
    const captureId = await fixture.recorded(5);
    expect(fixture.text('[part=seal]')).to.equal('Recording: sealing');
    expect(fixture.has('.wave > *')).to.be.true;
    expect(fixture.has('.ended')).to.be.false;
    expect(fixture.has('.player')).to.be.true;
    fixture.core.protection.advance(captureId, {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'});
    await element.updateComplete;
    expect(fixture.text('[part=seal]')).to.equal('Recording: sealed');
    expect(fixture.find('[part=seal]').title).to.match(
      /^Recording: sealed\nRecorded .+\nSealed .+$/,
    );
    expect(fixture.has('[part=discard]')).to.be.true;
    expect(fixture.text('[part=again]')).to.equal('New recording');
  });

  const ends: [RecordingEnd, RegExp][] = [
    ['full', /^Time limit reached/],
    ['silent', /: no sound\.$/],
    ['device-lost', /^Microphone disconnected\. What was recorded until then is kept\.$/],
    ['storage-full', /storage is full/],
    ['failed', /was interrupted\. All but its last seconds is kept\./],
  ];
  for (const [end, words] of ends) {
    it(`shows why a recording ended without a press: ${end}`, async () => {
      await fixture.record(3);
      await drawn(element, fixture.microphone.end(end));
      expect(fixture.text('.ended')).to.match(words);
      expect(fixture.text('[role=status]')).to.match(/Recording stopped\. Sealing\.$/);
    });
  }

  it('shows how much sound is missing, beside the reason why the recording ended', async () => {
    await fixture.record(3);
    await drawn(element, fixture.microphone.end('stopped', {missing: 0.33}));
    const lost = 'About 0.3 s of sound is missing: this device was too busy.';
    expect(fixture.text('.ended')).to.equal(lost);
    await element.startRecording();
    await drawn(element, fixture.microphone.end('full', {missing: 2}));
    const both = `Time limit reached. ${lost.replace('0.3', '2')}`;
    expect(fixture.text('.ended')).to.equal(both);
  });

  it('offers a retry for a recording that was not sealed', async () => {
    const captureId = await fixture.recorded();
    const failure = {
      code: 'unauthorized',
      message: 'The key is not accepted.',
      retryable: false,
    } as const;
    await drawn(element, fixture.core.protection.advance(captureId, {name: 'failed', failure}));
    await fixture.press('button[part=seal]');
    expect(fixture.core.protection.calls).to.include(`retry ${captureId}`);
    expect(fixture.has('[part=notice]'), 'it is not said twice').to.be.false;
  });

  it('offers a recording that an earlier visit left unfinished', async () => {
    const blob = new Blob(['sound'], {type: 'audio/mpeg'});
    const detail = {mode: 'audio', blob, capturedAt: '2026-11-20T15:04:00Z', duration: 9} as const;
    await drawn(element, fixture.core.protection.add({...detail, captureId: 'a', recovered: true}));
    expect(fixture.text('.ended')).to.equal('Interrupted recording recovered.');
    expect(fixture.text('[part=seal]')).to.equal('Recording: sealing');
    await fixture.press('[part=discard]');
    expect(fixture.has('.desk')).to.be.true;
  });

  it('keep each button in its place, from the first screen to the failed seal, in narrow and wide pages', async () => {
    const failure = {
      code: 'unauthorized',
      message: 'The key is not accepted.',
      retryable: false,
    } as const;
    element.height = 64;
    for (const width of [280, 360, 480, 560, 900]) {
      element.style.width = `${width}px`;
      const places = new Map<string, Set<string>>();
      const look = () => {
        const origin = element.getBoundingClientRect();
        for (const name of ['record', 'pause', 'remove']) {
          for (const button of element.shadowRoot?.querySelectorAll(`.${name}`) ?? []) {
            const {x, y} = button.getBoundingClientRect();
            const seen = places.get(name) ?? new Set();
            places.set(name, seen.add(`${x - origin.x}, ${y - origin.y}`));
          }
        }
      };
      await fixture.show({name: 'idle'});
      look();
      await fixture.show({name: 'pending'}, 'granted');
      look();
      await fixture.show({name: 'idle'});
      await fixture.record(5);
      look();
      await drawn(element, element.pauseRecording());
      look();
      await fixture.show({name: 'finishing'});
      look();
      const {captureId} = await element.stopRecording();
      for (const progress of [
        {name: 'held'} as const,
        {name: 'sealing'} as const,
        {name: 'waiting', failure} as const,
        {name: 'failed', failure} as const,
        {name: 'sealed', sealedAt: '2026-11-20T15:04:00Z'} as const,
      ]) {
        await drawn(element, fixture.core.protection.advance(captureId, progress));
        look();
      }
      expect([...places.keys()]).to.have.members(['record', 'pause', 'remove']);
      for (const [name, seen] of places)
        expect([...seen], `${name}, ${width} px`).to.have.length(1);
      await drawn(element, element.discard(captureId));
    }
  });

  it('cut off no long word of large text before a recording', async () => {
    element.style.width = '304px';
    await fixture.show({name: 'idle'});
    const text = fixture.find('.stage > .screen p');
    text.style.fontSize = '2rem';
    text.textContent = 'Bewegungssensoren';
    const stage = fixture.find('.stage');
    expect(text.getBoundingClientRect().width).to.be.at.most(stage.clientWidth);
    expect(stage.scrollWidth).to.equal(stage.clientWidth);
  });

  it('keep everything inside the card, from a width of 280 pixels', async () => {
    element.maxDuration = 7200;
    for (const width of [280, 320, 480, 559, 560, 900]) {
      element.style.width = `${width}px`;
      await fixture.record(3723);
      const {right} = element.getBoundingClientRect();
      const parts = [
        '.record',
        '.stage',
        '.clock',
        '.pause',
        '.remove',
        '.level',
        '[part=contents]',
      ];
      for (const part of parts) {
        expect(fixture.find(part).getBoundingClientRect().right, part).to.be.at.most(right);
      }
      const isWide = width >= 560;
      const [record, stage] = [fixture.find('.record'), fixture.find('.stage')];
      const isBelow = record.getBoundingClientRect().top >= stage.getBoundingClientRect().bottom;
      expect(isBelow, `${width} px`).to.equal(!isWide);
      await drawn(element, element.discardRecording());
    }
  });
});
