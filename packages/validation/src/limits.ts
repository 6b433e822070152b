import type { GuestLimit } from './vocabulary.ts'

/** Those of a visitor's page, which loads no others. */
export const visitLimits = {
  nameCharacters: 40,
  phoneCharacters: 30,
  freeTextCharacters: 2000,
  dependents: { min: 0, max: 10 },
  verificationCodeDigits: 6,
  storedCheckInHours: 13,
  /** Whom a visitor names: from how many letters on people are looked for, how many are shown, and how long a typed name may be. */
  hosts: { letters: 3, shown: 5, characters: 200 },
  /** The end of a mobile by which a person finds their own visit at a kiosk. */
  mobileEndingDigits: 3,
  clock: { samples: 5, kept: 3 },
} as const

/** Business constants of the product, for the schemas, the API and the front ends. */
export const limits = {
  ...visitLimits,
  emailCharacters: 254,
  passwordBytes: { min: 8, max: 1024 },
  /** A new password is looked up among known breaches when typing pauses, from this many characters on. */
  breachLookup: { restMilliseconds: 1000, characters: { change: 8, reset: 7 } },
  /** The name, place, serial number and kiosk ID of a sign-in method. */
  methodTextCharacters: 80,
  pairingCodeCharacters: 8,
  device: {
    sampleSeconds: { min: 1, max: 60 },
    resultSeconds: { min: 1, max: 120 },
    standbyMinutes: { min: 1, max: 240 },
    pressure: { min: 0, max: 10_000 },
  },
  /** The °C of a plausible reading. Outside of it the device measured something else. */
  readingCelsius: { min: 25, max: 45 },
  recoveryCodeCharacters: 13,
  rememberTwoStepDays: 30,
  /** How many wrong codes a session may send, and how many in a row lock an account's second factor. */
  wrongCodes: { perSession: 5, perAccount: 10, lockMinutes: 15 },
  resetLinkMinutes: 30,
  employeeNumberCharacters: 40,
  phoneExtensionDigits: 10,
  accessPinDigits: 8,
  /** How many access entries one person has, and how many of them a list names. */
  accessEntries: { most: 1000, named: 3 },
  reasonCharacters: 500,
  banExceptionHours: 24,
  /** For how long somebody who asks for an exception waits for a second person. */
  banExceptionWaitHours: 24,
  /**
   * A method key that an IP address asked for is free for an hour from its last use, and for a day if a page answers under it.
   * `rememberedMost`: how many keys are remembered for one address. `shareInFlood`: how many different keys an address may ask for while the
   * unknown keys from all addresses exceed their limit.
   */
  methodKeys: { rememberedMinutes: 60, openRememberedMinutes: 24 * 60, rememberedMost: 500, shareInFlood: 3 },
  /** How old a sign-in may be that a kiosk stored without a network: a weekend. */
  offlineSignInHours: 72,
  waitingSignIns: 9999,
  overdueHours: 13,
  /** After how many days personal data may be deleted: up to ten years. */
  retentionDays: { min: 1, max: 3650 },
  site: {
    /** After how many hours on site a visit may be overdue, and after how many more its end may be assumed: up to a week. */
    overdueHours: { min: 1, max: 168 },
    /** The °C of a site that sets no limits of its own. */
    temperature: { low: 35, high: 37.5 },
    /** Over how many whole days the people of a site are averaged. */
    averageDays: 30,
    /** A kiosk or device that was not heard of for so long is not online. A kiosk reports every minute. */
    methodOnlineSeconds: 150,
    /** The name of a visitor role or a muster point, and how many of each a site has. */
    labelCharacters: 80,
    parts: 100,
    /** How many questions a site asks at most. */
    questions: 500,
    /** How many of those who keep a site from being archived are named. */
    namedPeople: 5,
  },
  externalApi: {
    urlCharacters: 500,
    parameters: 20,
    parameterNameCharacters: 60,
    parameterValueCharacters: 500,
    secretCharacters: { min: 16, max: 200 },
    /** From the look-up of the name to the last byte of the response. */
    timeLimitMilliseconds: 8000,
    responseBytes: 64 * 1024,
  },
  webhooks: {
    perClient: 10,
    urlCharacters: 500,
    /** From the look-up of the name to the last byte of the response. */
    timeLimitMilliseconds: 8000,
    responseBytes: 64 * 1024,
    keptResponseCharacters: 1000,
    /** For how long a delivery is tried. A webhook that has failed for so long is disabled. */
    retryHours: 72,
    /** For how long a secret signs beside the one that took its place. */
    rotationHours: 24,
  },
  /** How many keys of a client are in force at once, and how long the name of one is. */
  apiKeys: { perClient: 50, nameCharacters: 80 },
  notifications: {
    /** How many sites a recipient may have by name. */
    sites: 200,
    /** The longest repeat limit: a day. */
    repeatMinutes: 1440,
  },
  reports: {
    /** How many days contacts, and how many months hours, cover at most. */
    contactDays: 31,
    months: 12,
    /** A saved headcount is of a day so many days ago at most. */
    headcountDaysAgo: 31,
    /** How many rows a report shows. Its file has all. */
    shownRows: 500,
    /** How many reports a client saves at most, and how many people one is mailed to. */
    views: 200,
    recipients: 20,
    nameCharacters: 80,
  },
  photo: { bytes: 5 * 1024 * 1024, pixels: 40_000_000, side: 256 },
  /** A file of people: how large, and how many of them are read at once. The portal sends larger lists in parts. */
  importFile: {
    bytes: 4 * 1024 * 1024,
    rows: 10_000,
    columns: 60,
    rowLetters: 64 * 1024,
    rowsAtOnce: 500,
    /** Of how many rows a report says what is wrong. */
    faults: 500,
  },
  boardRefreshSeconds: 10,
  list: { perPage: 30, maxPerPage: 100, maxPage: 10_000 },
  /** The ids of so many changed rows are answered, so that one call can undo a bulk action, and how large that call is. */
  undo: { rows: 2000, bodyBytes: 256 * 1024 },
  /** How many days the access log shows at once: a leap year. */
  logRangeDays: 366,
  /** How many sites one response has: for the board's site list, and for a filter by site. */
  boardSites: 200,
  homeSites: 100,
  homeBars: 20,
  toastMilliseconds: { error: 0, info: 3000, success: 3000, warning: 3000 },
} as const

/** Those that only the server knows. No page loads them. */
export const serverLimits = {
  /** Of so many sites Home compares the check-ins by site, role and method. */
  comparedSites: 250,
  /** So many roll-ups are read for a chart over time. Whoever sees some sites of a client, and not all, needs those of each. */
  rollupsOfChart: 30_000,
  idempotencyKeyDays: 7,
  /** For how long an equal call that makes a row gets the response to the first one. */
  creationKeyHours: 24,
  /** For how long a key that was renewed or retired is not given out again. */
  retiredKeyDays: 365,
  readingMinutes: 10,
  /** For how long the draft of a sign-in page is valid. */
  draftMinutes: 60,
  recoveryCodes: 10,
  /** How many device cookies an account has, for how long, and for how many accounts one browser has them. */
  deviceCookies: { perAccount: 10, days: 400, accountsPerBrowser: 6 },
  /** For how long the last code allows a change of the second factors. */
  stepUpMinutes: 15,
  pendingTwoStepHours: 24,
  verifyEmailHours: 24,
  invitationDays: 7,
  firstAdminMinutes: 60,
  clientInvitationDays: 7,
  notificationDays: 90,
  /** The most tablets of one method whose reports are kept. */
  kiosksOfMethod: 50,
  /** For how long after a refusal staff see that a method is limited, and how many System health lists. */
  limitedShownMinutes: 15,
  limitedShown: 20,
  /** How many visits a kiosk shows at most to a person who looks for their own. */
  ownVisits: 5,
  /** How many records of a class the preview of a run counts; above that it says that there are more. */
  retentionPreviewRows: 10_000,
  /** How many of the last runs are reported. */
  retentionRuns: 10,
  /** For how long mails, events and deliveries are kept, and those that were given up. */
  outboxDays: { kept: 7, failed: 30 },
  jsonBodyBytes: 64 * 1024,
  /** How deep a body may be nested. The declared bodies have four levels. */
  jsonDepth: 16,
  siteOptions: 50,
  /** How many of the visitors of the last day a host sees. */
  ownVisitors: { hours: 24, most: 50 },
  /** How many questions a client has at most, archived ones too, and over how many days its list counts the refused. */
  questions: { perClient: 2000, refusedDays: 30 },
  /** How many of each kind the search over everything answers. */
  foundOfKind: 5,
  sessionHours: 24,
  /** How many site ids a token names. A proxy or a server refuses long headers, and nothing decides by them. */
  tokenSites: 100,
  boardSessionDays: 30,
  idleMinutes: { admin: 60, staff: 12 * 60 },
} as const

/** A token bucket: it holds `burst` tokens and gets `amount` of them back every `minutes`. */
export interface RateRule {
  burst: number
  amount: number
  minutes: number
  /** How many tokens of the burst each node grants without asking the others. With several nodes, each further one may grant so many more. */
  perNode?: number
  /** As what staff see it where the rule refuses a guest at a method. */
  shownAs?: GuestLimit
}

const DAY_MINUTES = 24 * 60

const rules = {
  /** All calls per network address, or per session at an address, but those of `guestRequests`. */
  general: { burst: 6000, amount: 6000, minutes: 1 },
  /** Calls of guests who sign in, per network address, so that a flood of other calls does not stop them. 200 guests a minute make some five each. */
  guestRequests: { burst: 6000, amount: 6000, minutes: 1 },
  loginPerNetwork: { burst: 50, amount: 50, minutes: 15 },
  /** Per IPv6 site (/48), because its owner has 65,536 networks. */
  loginPerIpv6Prefix: { burst: 200, amount: 200, minutes: 15 },
  loginPerAddress: { burst: 10, amount: 10, minutes: 15 },
  /** Login attempts with a device cookie or the token of a remembered device of the account. An attacker elsewhere cannot use them up. */
  loginWithDeviceToken: { burst: 10, amount: 10, minutes: 15 },
  currentPassword: { burst: 10, amount: 10, minutes: 15 },
  /** For known and unknown addresses. */
  forgotPerAddress: { burst: 3, amount: 3, minutes: 60 },
  forgotPerNetwork: { burst: 20, amount: 20, minutes: 60 },
  /** Calls with one emailed link. They may wait for a hash, and try again. */
  oneTimeToken: { burst: 300, amount: 300, minutes: 10 },
  /** Unknown tokens of links, per network address. They cannot be guessed: this limits the load. */
  unknownOneTimeToken: { burst: 30, amount: 30, minutes: 10 },
  breachLookup: { burst: 60, amount: 60, minutes: 10 },
  /** Mails to an address that a person has entered. */
  verifyMail: { burst: 5, amount: 5, minutes: 60 },
  /**
   * Changes of one's own name or mobile. A refused change reveals that a colleague has them. And
   * mobiles that somebody who does not read all mobiles enters for one name.
   */
  personKeyChange: { burst: 10, amount: 10, minutes: 60 },
  /** The same for all names. */
  mobileGuesses: { burst: 60, amount: 60, minutes: 10 },
  /**
   * Accounts that a person creates or gives another email, and taken emails that an import finds of
   * accounts that the person cannot see. A refused one reveals that somebody has the email.
   */
  accountEmails: { burst: 60, amount: 60, minutes: 10 },
  /** Bulk actions that mail each of their people: of a person, and of all in a client. */
  userMails: { burst: 60, amount: 60, minutes: 10 },
  userMailsPerClient: { burst: 300, amount: 300, minutes: 10 },
  /** Musters that were over before the server heard of them, per site and person. A phone has one. */
  pastMusters: { burst: 5, amount: 5, minutes: 60 },
  /** Mails with the roll to the wardens of a site: of drills, and of real musters. */
  musterRolls: { burst: 1, amount: 1, minutes: 10 },
  /** Tests of the external APIs of a client's sites, so that nobody uses them against the receiver. */
  externalApiTests: { burst: 20, amount: 20, minutes: 10 },
  /** Tests of the webhooks of a client, for the same reason. */
  webhookTests: { burst: 20, amount: 20, minutes: 10 },
  /** Tests of the recipients of a client. Each may be a text message, which costs money. */
  notificationTests: { burst: 20, amount: 20, minutes: 10 },
  /** Parts of files of people. The portal sends 10,000 rows in 20 parts to check them, and in 20 to bring them in. */
  imports: { burst: 200, amount: 200, minutes: 10 },
  /** Reports that are shown. Each may read many visits. */
  reports: { burst: 300, amount: 300, minutes: 10 },
  exports: { burst: 20, amount: 20, minutes: 10 },
  /** Calls with one API key, wherever they come from. */
  apiKeyCalls: { burst: 600, amount: 600, minutes: 1, perNode: 200 },
  /** Calls with marks of phones without a session, per warden whose token they have. */
  handInsPerWarden: { burst: 120, amount: 120, minutes: 1 },
  /** The same with forged tokens, per network address. */
  forgedHandIns: { burst: 120, amount: 120, minutes: 1 },
  /** New keys of a client's sign-in methods. An earlier key stays taken for a year; there are 923,521. */
  newMethodKeys: { burst: 500, amount: 500, minutes: DAY_MINUTES },
  /** Different method keys, known or not, per network address. */
  methodKeysPerNetwork: { burst: 30, amount: 30, minutes: 10 },
  /** Unknown keys of all callers together. Above it each address may ask for fewer. */
  unknownMethodKeyInAll: { burst: 300, amount: 300, minutes: 1 },
  /** Unknown keys per IPv6 site (/48), because its owner has 65,536 networks. */
  unknownMethodKeyPerIpv6Prefix: { burst: 300, amount: 300, minutes: 10 },
  /** A whole venue shares one address, so a morning's queue fits into the burst. */
  checkIn: { burst: 200, amount: 60, minutes: 1, perNode: 50, shownAs: 'sign_in' },
  /** A form asks again when its details are corrected, so it asks more often than it signs in. */
  userData: { burst: 400, amount: 60, minutes: 1, perNode: 100, shownAs: 'visitor_details' },
  /**
   * Mobiles for one name, from all addresses, where a known user has their own roles and questions:
   * these tell that the mobile is right. Beyond it a user is answered like a visitor.
   */
  mobilesPerName: { burst: 20, amount: 20, minutes: DAY_MINUTES },
  /**
   * Searches for one's own visit at a kiosk that find nothing: per address and method, and per name at a method, because an attacker may have
   * many addresses.
   */
  ownVisitPerNetwork: { burst: 20, amount: 20, minutes: 15, shownAs: 'sign_out_search' },
  ownVisitPerName: { burst: 5, amount: 5, minutes: 60, shownAs: 'sign_out_search' },
  /** The same of a paired tablet, in place of both: strangers cannot use them up. */
  ownVisitPerKiosk: { burst: 60, amount: 60, minutes: 15, shownAs: 'sign_out_search' },
  ownVisitPerNameAtKiosk: { burst: 10, amount: 10, minutes: 60, shownAs: 'sign_out_search' },
  /**
   * Searches for the person whom a visitor comes to see: per address and method where there is no
   * draft, and per method, because each tells the names of people who work there.
   */
  hostSearch: { burst: 120, amount: 60, minutes: 1, shownAs: 'host_search' },
  hostSearchPerMethod: { burst: 1500, amount: 1500, minutes: 60 },
  /** What an address has left at a method where others have used up that of the method. */
  hostSearchInFlood: { burst: 20, amount: 20, minutes: 60, shownAs: 'host_search' },
  /** Refused sign-ins that a kiosk or device had stored, per method: each is told to the staff. A kiosk tries the others again later; those of a device are told together. */
  lateRefusals: { burst: 60, amount: 60, minutes: 60 },
  /** Wrong codes of devices and tablets that are to be paired, per network address. */
  pairing: { burst: 10, amount: 10, minutes: 15 },
  wrongPin: { burst: 20, amount: 30, minutes: 60 },
  /** Wrong PINs that a device had stored: all that it may store, in the time for which it may. What comes behind them in the device does not wait. */
  storedWrongPin: { burst: 1000, amount: 1000, minutes: 3 * DAY_MINUTES },
  /**
   * Connections of a device that were replaced while their other end was still there: one may be a fault of the device, more are two devices
   * with one token. And how often that is told.
   */
  deviceTurns: { burst: 2, amount: 2, minutes: 10 },
  deviceCopies: { burst: 1, amount: 1, minutes: 60 },
  /** Temperatures that a device takes. A device that measures by itself would fill the codes of its site. */
  deviceReadings: { burst: 120, amount: 30, minutes: 1 },
  /** Sign-ins and sign-outs by PIN at a device. It may have stored a thousand. */
  devicePins: { burst: 1000, amount: 120, minutes: 1 },
  /** Warnings of a device. People and webhooks are told of each that begins. */
  deviceWarnings: { burst: 30, amount: 10, minutes: 1 },
  /** What a device says of its settings and commands. */
  deviceReports: { burst: 60, amount: 30, minutes: 1 },
  /** Reports of kiosks, per address and method. A site may have several kiosks behind one address. */
  kioskReport: { burst: 120, amount: 60, minutes: 1 },
  /** Sign-ins per draft, repeated ones too. Each person of a crowd has a draft of their own. */
  checkInPerDraft: { burst: 10, amount: 10, minutes: 1 },
  /** The first of them take nothing of the limit of the address, which strangers may have used up. */
  firstCheckInsPerDraft: { burst: 3, amount: 3, minutes: 60 },
  /** How many of these there are, per address and method: opened pages are free, made-up people are not. */
  firstCheckIns: { burst: 1000, amount: 600, minutes: 1 },
  /** How many of these have the same name, per address and method: each may try another mobile. */
  firstCheckInsPerName: { burst: 10, amount: 10, minutes: 60 },
  /** Sign-ins at a paired tablet, in place of all of these. */
  checkInPerKiosk: { burst: 200, amount: 60, minutes: 1, perNode: 50, shownAs: 'sign_in' },
  userDataPerDraft: { burst: 30, amount: 30, minutes: 1 },
  /**
   * Check-outs of a pass, and its reports to be safe. A phone without an answer sends them again.
   * And the calls of a pass, or of a warden's phone without a session, where others have used up the limit of their address.
   */
  pass: { burst: 20, amount: 5, minutes: 1 },
  /** Check-outs that a pass takes back. */
  passUndo: { burst: 5, amount: 5, minutes: 60 },
  hostSearchPerDraft: { burst: 60, amount: 30, minutes: 1 },
  /**
   * Budgets of wrong temperature codes at a site, per network address (or member of staff) and of all addresses. A wrong code
   * costs its chance to be right, in millionths: the number of codes that are live
   * (docs/decisions/0017-rate-limits-and-guessing.md has the arithmetic).
   */
  guessesPerNetwork: { burst: 1500, amount: 1500, minutes: DAY_MINUTES, shownAs: 'temperature_code' },
  guessesPerSite: { burst: 4500, amount: 4500, minutes: DAY_MINUTES, shownAs: 'temperature_code' },
} as const satisfies Record<string, RateRule>

export type RateRuleName = keyof typeof rules
export const rateRules: Record<RateRuleName, RateRule> = rules
