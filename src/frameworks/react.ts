'use client';
/** The elements as components of React 17 to 19. A page loads only those that it imports. */
export {CaptureAudio} from './react/capture-audio.js';
export {CaptureImage} from './react/capture-image.js';
export {ProtectionProvider} from './react/protection-provider.js';
export {SealInspector} from './react/seal-inspector.js';
export type {ElementComponent, ElementProps} from './react/component.js';
