import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing =
  'ナンバーを読み取れませんでした。入力するか「ナンバーなし」を選んでください。';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'カメラはオフです',
  cameraStarting: 'カメラを起動しています',
  cameraTurnOn: 'カメラをオンにする',
  cameraSwitch: 'カメラを切り替える',
  photoTake: '写真を撮る',
  photoTaken: '写真を撮りました。封印しています。',
  photoTakenNow: '写真を撮りました。',
  photoTakenHeld: '写真を撮りました。まだ封印されていません。',
  photoTakenPlate: '写真を撮りました。ナンバーを読み取っています。',
  photoNotTaken: '写真を撮れませんでした。もう一度お試しください。',
  photoPartMissing: 'このページの一部を読み込めませんでした。写真は安全です。',
  plateRead: (plate) =>
    plate ? `読み取ったナンバー: ${plate}。確認または修正してください。` : plateMissing,
  plateNoted: 'ナンバーを保存しました。',
};
