/** The types of a call-to-action button (FEE-256). */
export const callToActionTypes = [
  'BOOK_TRAVEL', // FEE-233
  'BUY_NOW', // FEE-234
  'CALL_NOW', // FEE-235
  'DOWNLOAD', // FEE-236
  'GET_DIRECTIONS', // FEE-237
  'GET_QUOTE', // FEE-239
  'INSTALL_APP', // FEE-240
  'INSTALL_MOBILE_APP', // FEE-241
  'LEARN_MORE', // FEE-242
  'LIKE_PAGE', // FEE-243
  'LISTEN_MUSIC', // FEE-244
  'MESSAGE_PAGE', // FEE-245
  'NO_BUTTON', // FEE-246
  'OPEN_LINK', // FEE-247
  'PLAY_GAME', // FEE-248
  'SHOP_NOW', // FEE-249
  'SIGN_UP', // FEE-250
  'SUBSCRIBE', // FEE-251
  'USE_APP', // FEE-252
  'USE_MOBILE_APP', // FEE-253
  'WATCH_MORE', // FEE-254
  'WATCH_VIDEO', // FEE-255
] as const
