export {listCameras, watchCameras} from '../../../ports/camera/camera-list.js';
export type {CameraChoice} from '../../../ports/camera/camera-list.js';
export {rememberCamera, rememberedCamera} from '../../../ports/camera/remembered-camera.js';
