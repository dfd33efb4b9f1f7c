export {listCameras, watchCameras} from '../../../ports/camera/camera-list.js';
export type {CameraChoice} from '../../../ports/camera/camera-list.js';
export {isRemembered, rememberCamera} from '../../../ports/camera/remembered-camera.js';
export {pictureNotes} from '../../../ports/camera/picture-notes.js';
export type {PictureNotes} from '../../../ports/camera/picture-notes.js';
export {takesPoints} from '../../../ports/camera/takes-points.js';
