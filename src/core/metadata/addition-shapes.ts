// Written by `npm run shapes` from seal/src/model/capture-metadata.ts; a test holds it to that schema.
import {flag, number, text, whole} from './shapes.js';

export const features = {
  licensePlateInfo: {
    detectedPlateNumber: text(64),
    plateNumber: text(64),
    boundingBox: whole({x: number(), y: number(), width: number(0), height: number(0)}),
    wasEdited: flag,
  },
  shot: {
    id: text(64),
    label: text(256),
    expectedPlace: whole({
      latitude: number(-90, 90),
      longitude: number(-180, 180),
      radius: number(0),
    }),
  },
};

export const tags = {
  most: 100,
  name: text(256),
  value: text(4096),
};
