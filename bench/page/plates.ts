// Renders scenes and reads them with the plate detector.
import {createPlateDetector} from '../../src/plates/index.js';
import {charactersOf, render, sceneOf} from '../../test/plates/plate-scene.js';

/** The type of scenes: with a plate, in ordinary or hard pictures; or without one. */
export type SceneKind = 'ordinary' | 'hard' | 'empty';

export interface Reading {
  /** The text of the plate; undefined if the scene has none. */
  expected?: string;
  read?: string;
  milliseconds: number;
}

export interface PlatesBench {
  read(kind: SceneKind, seed: number): Promise<Reading>;
}

const detector = createPlateDetector({files: '/bench/'});
const never = new AbortController().signal;

const bench: PlatesBench = {
  async read(kind, seed) {
    const scene = sceneOf(seed, kind === 'hard' ? 'hard' : 'ordinary');
    const shown = kind === 'empty' ? {...scene, plate: undefined} : scene;
    const jpeg = await render(shown).picture.convertToBlob({type: 'image/jpeg', quality: 0.8});
    const start = performance.now();
    const plate = await detector.detect(jpeg, never);
    return {
      expected: shown.plate && charactersOf(shown.plate.text),
      read: plate?.plateNumber,
      milliseconds: performance.now() - start,
    };
  },
};
Object.assign(globalThis, {bench});
