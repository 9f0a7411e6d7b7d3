// What the page itself says.

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`;
const kept = 'Your picture is still here, so you can simply try again.';
const smaller = 'Please send the screenshot itself, or cut out the message.';
const later = 'Please try again in a moment.';

export const words = {
  states: {
    sending: 'Sending it to the server…', queued: 'Waiting for a free reader…', decoding: 'Opening the picture…',
    reading: 'Reading the words…', classifying: 'Looking for tricks…',
  },
  lines: (read, found) => `${read} of ${count(found, 'line', 'lines')} read`,
  busyTitle: 'One moment',
  stop: 'Stop',
  stopped: 'Stopped. Nothing was kept.',

  level: {
    high: 'This looks like a scam', medium: 'Be careful: this may be a scam', low: 'No sign of a scam found',
    unknown: 'Not sure: this couldn’t be judged', no_text: 'Not sure: no words were found',
  },
  levelNote: {
    low: 'That isn’t a promise that it is safe.',
    unknown: 'That doesn’t mean that it is safe.',
  },
  now: 'What to do now',
  why: (level) => (level === 'low' || level === 'unknown' ? 'What we noticed' : 'Why'),
  whyHint: (isPicture) => `Choose a reason to see its words in the ${isPicture ? 'picture' : 'text'}.`,
  nothingNoticed: 'Nothing that is known from scams.',
  more: (number) => count(number, 'smaller sign', 'smaller signs'),
  strength: (weight) => `${weight >= 2 ? 'strong' : weight >= 1 ? 'clear' : 'small'} sign`,

  balance: {
    high: 'Could it be genuine after all?', medium: 'Why not worse, and why not better?', low: 'Could it be a scam after all?',
  },
  decided: (signs, level) => `${signs.join('; ')}. Without ${signs[1] ? 'them' : 'it'}: “${level}”.`,
  signsFor: 'What weighs most against it:',
  signsAgainst: 'What speaks for it being genuine:',
  noneFor: 'Nothing in it speaks for a scam.',
  noneAgainst: 'Nothing in it speaks for it being genuine.',
  chance: (probability) => {
    const share = Math.round(probability * 100);
    return `All signs together give a scam a chance of ${share > 99 ? 'more than 99' : share < 1 ? 'less than 1' : share} in 100.`;
  },
  limits: {
    high: 'If you are still unsure, ask the sender in a way that you already know.',
    medium: 'That isn’t enough to be sure. Ask the sender in a way that you already know.',
    low: 'Only this message was looked at. If another one, or a call, asks for money, a code or a password, ask again.',
  },

  links: 'Links and contacts in it',
  linksHint: 'Written so that nobody opens them by accident.',
  kinds: { url: 'Link', email: 'E-mail', phone: 'Phone', handle: 'Account', crypto: 'Wallet', qr: 'QR code', barcode: 'Barcode' },
  fromCode: ' from a QR code or barcode',
  leadsTo: 'Leads to ',
  odd: {
    before: 'What stands before the @ is only a disguise.',
    letters: 'It has letters that look like others.',
    number: 'It is a bare number and no name.',
    dressed: 'It begins like a known address, but its end decides.',
    plain: 'The connection isn’t protected (http).',
    readings: 'It can be read in more than one way:',
    seen: 'In the picture it stands as ',
  },
  likely: (odds) => ` (${Math.round(odds * 100)} in 100)`,

  already: 'If you already …',
  report: 'Where to report it',
  country: 'Your country',
  noReport: 'Choose your country to see where to report it.',
  phone: ' Phone: ',

  picture: (number, total) => (total > 1 ? `Picture ${number} of ${total}` : 'Your picture'),
  pictureText: (marks) => `Your picture, with ${count(marks, 'marked place', 'marked places')}. The reasons are listed below.`,
  yourText: 'Your text',
  otherFrame: (frame) => `The words stand on picture ${frame} of this file, which isn’t shown here.`,
  notShown: 'Your browser can’t show this picture. These are its words:',
  readWords: 'The words that were read',
  sender: 'Sender: ',
  conversation: 'Your pictures',
  useGiven: 'Use the order in which I gave them',

  actions: 'Pass it on',
  safe: 'Make a picture that is safe to pass on',
  record: 'Make a record for the bank or the police',
  working: 'One moment …',
  safeDone: (kinds) => `Look at it before you pass it on. Covered: ${kinds || 'nothing was found to cover'}.`,
  covered: (kind, number) => count(number, ...({
    phone: ['phone number', 'phone numbers'], email: ['e-mail address', 'e-mail addresses'], address: ['address', 'addresses'], picture: ['face or picture', 'faces or pictures'],
    own: ['message of your own', 'messages of your own'], unread: ['unclear place', 'unclear places'],
  }[kind] ?? [kind, `${kind}s`])),
  recordDone: 'The record is ready.',
  save: 'Save it',
  cannot: 'This server can’t do that.',
  failed: `That didn’t work. ${later}`,
  print: 'Print',
  addMore: 'Add a screenshot of the same chat',
  another: 'Check another message',

  keyTitle: 'This server asks for a key',
  keyText: 'Whoever runs the server gives you one. It stays in this tab, and is forgotten when you close it.',
  keyWrong: 'The server doesn’t know this key. Please look at it again.',
  key: 'Key',
  keyGo: 'Go on',

  notPicture: 'That isn’t a picture. Please choose a screenshot.',
  tooMany: 'At most ten pictures at once.',
  empty: 'Please choose a picture, or paste the words of the message.',
  sharedGone: 'What you shared got lost. Please share it again, or choose it here.',
  again: 'Try again',
  back: 'Choose another',

  problem: 'That didn’t work',
  problems: {
    unreachable: ['The server doesn’t answer', `Check that you are connected. ${kept}`],
    'unsupported-image': ['This file isn’t a picture that can be read', 'PNG, JPEG and WebP always work.'],
    'unreadable-image': ['The picture is damaged', 'Please take the screenshot again.'],
    'image-too-large': ['The picture is too large', smaller],
    'body-too-large': ['The file is too large', smaller],
    'rate-limited': ['Too many at once', later],
    busy: ['The server is busy', later],
    'scan-timeout': ['Reading took too long', smaller],
    restarted: ['The server was restarted', kept],
  },
  wait: (seconds) => ` Try again in ${count(seconds, 'second', 'seconds')}.`,
};
