import { defineExploration } from '../../../src/explore/index.ts'

// The job of its examples, with the two captions that it makes if there are none.
const job = `require 'facebookAutoPoster.php';
$config = ['page_id' => getenv('FB_PAGE'), 'page_access_token' => getenv('FB_TOKEN')];
(new FacebookAutoPoster($config + ['caption_file' => './queue.json', 'log_file' => 'log']))->post();`

export const options = defineExploration({
  command: ['php', '-r', job],
  folder: '.',
  env: ({ names }) => ({ FB_TOKEN: names.pageToken, FB_PAGE: names.page }),
})
