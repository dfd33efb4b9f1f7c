import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'コピーしました。',
  notCopied: 'ブラウザーが許可していません。テキストを選択してください。',
};
