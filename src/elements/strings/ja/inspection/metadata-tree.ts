import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('ja');

export const metadataTree: Partial<typeof English> = {
  otherData: 'その他のデータ',
  searchData: 'データ内を検索',
  found: (total) =>
    total === 0 ? '見つかりませんでした。' : count(total, {other: '#\u00a0件見つかりました。'}),
  width: '幅',
  height: '高さ',
  technologies: '通信方式',
  rawValues: '生の値',
  rawValue: '生の値',
  copyValue: '値をコピー',
  openAll: 'すべて開く',
  closeAll: 'すべて閉じる',
  treeKeys:
    '矢印: 移動、開く、閉じる。Enter: 生の値。Tab: 行のボタン。*: 隣もすべて開く。Ctrl\u00a0C または ⌘\u00a0C: コピー。',
  placePicture: (place, within) =>
    within ? `${place}、精度 ${within}。上が北です。` : `${place}。上が北です。`,
  openPlace: '地図アプリで開く',
  attitudePicture: (roll, pitch) => `端末の向きと水平線: ロール ${roll}、ピッチ ${pitch}。`,
  northLetter: '北',
  eastLetter: '東',
  southLetter: '南',
  westLetter: '西',
};
