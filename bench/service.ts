import type {Figure, Group} from './figure.js';
import {commandFigure} from './service-command.js';
import {inspectFigures} from './service-inspect.js';
import {memoryFigures} from './service-memory.js';
import {protectFigures} from './service-protect.js';
import {sealFigures} from './service-seal.js';
import {setUpStand} from './stand.js';

async function measure(): Promise<Figure[]> {
  const stand = await setUpStand();
  try {
    return [
      ...(await sealFigures(stand)),
      ...(await protectFigures(stand)),
      ...(await inspectFigures(stand)),
      await commandFigure(stand),
      ...(await memoryFigures()),
    ];
  } finally {
    await stand.close();
  }
}

export const service: Group = {name: 'service', measure};
