import {Core, type CorePorts} from './core.js';
import {readPlates} from './read-plates.js';

/** The core of pages without elements: plates are read also of pictures that the page made by itself. */
export class PictureCore extends Core {
  constructor(ports: CorePorts) {
    super(ports);
    readPlates(this.queue);
  }

  static override shared(): Core {
    const core = super.shared();
    readPlates(core.queue);
    return core;
  }
}
