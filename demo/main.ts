import 'sealed-capture/capture-image';
import 'sealed-capture/protection-provider';
import {withOneByteChanged} from './change-byte.js';
import {fileName} from './file-name.js';
import {languageStarted} from './language.js';
import {startOffline} from './offline.js';
import {startOptions} from './options.js';
import {required} from './required.js';
import {sealedSample} from './sample.js';
import {Stage} from './stage.js';
import {startTabs} from './tabs.js';
import {say, sizeOf} from './texts.js';
import {getToken, protection} from './token.js';

await languageStarted;

const inspector = required('seal-inspector');
const camera = required('capture-image');
const provider = required('protection-provider');
const told = required('.told');
const shot = required<HTMLImageElement>('.shot');
const frame = required('.stage');
const stage = new Stage(required('.try'), frame, required('.result'));

provider.protection = protection;
inspector.protection = protection;

/** What is not needed for the first picture is loaded with the first press. */
const loadInspector = () => import('sealed-capture/seal-inspector');
async function loadRecorder(): Promise<void> {
  const problem = required('#no-recorder');
  try {
    await import('sealed-capture/capture-audio');
    problem.hidden = true;
  } catch (error) {
    console.warn(error);
    problem.hidden = false;
  }
}
for (const event of ['pointerdown', 'keydown']) addEventListener(event, preload, {once: true});
if (document.readyState === 'complete') void startOffline();
else addEventListener('load', () => void startOffline(), {once: true});

startTabs(required('.tabs'), ({id}) => {
  if (id === 'panel-recording') void loadRecorder();
});
startTabs(required('#frameworks'));
startOptions({
  onOpen: () => void loadRecorder(),
  onInspect: (file) => check(file),
});

document.addEventListener('capture', ({captureId}) => {
  if (stage.step.name === 'capture' || stage.step.name === 'sealing')
    stage.show({name: 'sealing', captureId});
});
document.addEventListener('protected', ({captureId, protectedBlob, sealedAt}) => {
  const {step} = stage;
  if (step.name !== 'sealing' || step.captureId !== captureId) return;
  const {type} = protectedBlob;
  void check(new File([protectedBlob], fileName(sealedAt, type), {type}));
});

inspector.addEventListener('inspected', ({file, result}) => {
  const {step} = stage;
  if (step.name !== 'checking' || step.file !== file) return;
  if (result.labelState !== 'valid') return showAll();
  told.textContent = say('intact');
  stage.show({name: 'intact', file: step.file});
});

const take = required<HTMLButtonElement>('#take');
take.addEventListener('click', () => void takePhoto());
const sample = required<HTMLButtonElement>('#sample');
sample.addEventListener('click', () => void useSample());
// Before, a press would have been lost.
for (const button of [take, sample]) button.disabled = false;
required('#tamper').addEventListener('click', () => void tamper());
required('#details').addEventListener('click', showAll);
required('#again').addEventListener('click', startAgain);
const own = required<HTMLInputElement>('#own');
own.addEventListener('change', () => {
  if (own.files?.length) void inspectOwn([...own.files]);
});
frame.addEventListener('dragover', (event) => event.preventDefault());
frame.addEventListener('drop', (event) => {
  const files = [...(event.dataTransfer?.files ?? [])];
  if (files.length === 0) return;
  // The inspector takes what is dropped on it.
  if (event.defaultPrevented) return showAll();
  event.preventDefault();
  void inspectOwn(files);
});

/** A browser may not try again to load what it could not load once. */
function preload(): void {
  if (navigator.onLine) loadInspector().catch(console.warn);
}

async function takePhoto(): Promise<void> {
  startAgain();
  required('#tab-photo').click();
  frame.scrollIntoView({block: 'nearest'});
  if (camera.permissionStatus === 'granted') await camera.takePicture();
  else await camera.requestPermissions();
}

async function useSample(): Promise<void> {
  const problem = required('#problem');
  problem.hidden = true;
  sample.disabled = true;
  try {
    await check(await sealedSample(getToken));
  } catch (error) {
    console.warn(error);
    problem.textContent = say('sampleFailed');
    problem.hidden = false;
  }
  sample.disabled = false;
}

/** Shows a sealed file with its verdict, in place of the camera. */
async function check(file: File): Promise<void> {
  told.textContent = say('checking');
  shot.hidden = !file.type.startsWith('image/');
  URL.revokeObjectURL(shot.src);
  shot.src = shot.hidden ? '' : URL.createObjectURL(file);
  stage.show({name: 'checking', file});
  await inspect(file);
}

/** Has the inspector show files, unless the visitor has gone on before its code is there. Says so if that cannot be loaded. */
async function inspect(files: File | readonly File[]): Promise<void> {
  const {step} = stage;
  const isLoaded = await loadInspector().then(
    () => true,
    (error: unknown) => {
      console.warn(error);
      return false;
    },
  );
  if (stage.step !== step) return;
  if (isLoaded) {
    await inspector.inspect(files);
    return;
  }
  told.textContent = say('notLoaded');
  stage.show({name: 'unchecked'});
}

async function tamper(): Promise<void> {
  const {step} = stage;
  if (step.name !== 'intact') return;
  const file = await withOneByteChanged(step.file);
  told.textContent = say('tampered', {size: sizeOf(file)});
  // What is below the verdict stays where it is until the next one is there.
  inspector.style.minHeight = `${inspector.offsetHeight}px`;
  stage.show({name: 'tampered', file});
  await inspector.inspect(file).finally(() => (inspector.style.minHeight = ''));
}

async function inspectOwn(files: readonly File[]): Promise<void> {
  own.value = '';
  showAll();
  await inspect(files);
}

function showAll(): void {
  told.textContent = '';
  shot.hidden = true;
  stage.show({name: 'own'});
}

function startAgain(): void {
  stage.show({name: 'capture'});
}
