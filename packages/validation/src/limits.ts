import type { GuestLimit } from './vocabulary.ts'

/** The limits of a visitor's page, which loads no others. */
export const visitLimits = {
  nameCharacters: 40,
  phoneCharacters: 30,
  freeTextCharacters: 2000,
  dependents: { min: 0, max: 10 },
  verificationCodeDigits: 6,
  storedCheckInHours: 13,
  /** The search for a host: letters it needs, people it shows, length of a typed name. */
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
  /** New passwords are looked up among known breaches when typing pauses, from this length on. */
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
  /** The °C of a plausible reading. Beyond them, the device measured something else. */
  readingCelsius: { min: 25, max: 45 },
  recoveryCodeCharacters: 13,
  rememberTwoStepDays: 30,
  /** How many wrong codes a session may send, and how many in a row lock the second factor. */
  wrongCodes: { perSession: 5, perAccount: 10, lockMinutes: 15 },
  resetLinkMinutes: 30,
  employeeNumberCharacters: 40,
  phoneExtensionDigits: 10,
  accessPinDigits: 8,
  /** How many access entries one person has, and how many of them a list names. */
  accessEntries: { most: 1000, named: 3 },
  reasonCharacters: 500,
  banExceptionHours: 24,
  /** For how long a request for an exception waits for a second person. */
  banExceptionWaitHours: 24,
  /**
   * A method key that an IP address requested is free for an hour from its last use, and for a day
   * if a page exists under it. `rememberedMost`: how many keys are remembered per address.
   * `shareInFlood`: how many different keys an address may request while the unknown keys from all
   * addresses exceed their limit.
   */
  methodKeys: { rememberedMinutes: 60, openRememberedMinutes: 24 * 60, rememberedMost: 500, shareInFlood: 3 },
  /** How old a sign-in may be that a kiosk stored without a network: a weekend. */
  offlineSignInHours: 72,
  waitingSignIns: 9999,
  overdueHours: 13,
  /** After how many days personal data may be deleted: up to ten years. */
  retentionDays: { min: 1, max: 3650 },
  site: {
    /**
     * After how many hours on site a visit may be overdue, and after how many more it may be
     * assumed to have ended: up to a week.
     */
    overdueHours: { min: 1, max: 168 },
    /** The °C of a site that sets no limits of its own. */
    temperature: { low: 35, high: 37.5 },
    /** Over how many whole days the people of a site are averaged. */
    averageDays: 30,
    /**
     * A kiosk or device is offline after this long without a report. A kiosk reports every minute.
     */
    methodOnlineSeconds: 150,
    /** The name of a visitor role or a muster point, and how many of each a site has. */
    labelCharacters: 80,
    parts: 100,
    /** How many questions a site asks at most. */
    questions: 500,
    /** How many of the people who keep a site from being archived are named. */
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
    /** For how long a delivery is retried. A webhook that has failed for so long is disabled. */
    retryHours: 72,
    /** For how long the previous secret signs beside the new one. */
    rotationHours: 24,
  },
  /** How many active keys a client has, and how long a key's name is. */
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
    /** How many reports a client saves at most, and how many people one is emailed to. */
    views: 200,
    recipients: 20,
    nameCharacters: 80,
  },
  photo: { bytes: 5 * 1024 * 1024, pixels: 40_000_000, side: 256 },
  /** The file of a logo, and how much is stored of it in all sizes. */
  logo: { bytes: 2 * 1024 * 1024, storedBytes: 100_000 },
  /** The longest side of the picture of a site. */
  sitePicture: { side: 1600 },
  /** A file of people: its size, and how many rows are read at once. Larger lists go in parts. */
  importFile: {
    bytes: 4 * 1024 * 1024,
    rows: 10_000,
    columns: 60,
    rowLetters: 64 * 1024,
    rowsAtOnce: 500,
    /** How many faulty rows a report describes. */
    faults: 500,
  },
  boardRefreshSeconds: 10,
  list: { perPage: 30, maxPerPage: 100, maxPage: 10_000 },
  /** How many changed ids a bulk action returns for an undo, and how large that call is. */
  undo: { rows: 2000, bodyBytes: 256 * 1024 },
  /** How many days the access log shows at once: a leap year. */
  logRangeDays: 366,
  /** How many sites one response has: for the board's site list, and for a filter by site. */
  boardSites: 200,
  homeSites: 100,
  homeBars: 20,
  toastMilliseconds: { error: 0, info: 3000, success: 3000, warning: 3000 },
} as const

/** The limits that only the server knows. No page loads them. */
export const serverLimits = {
  /** For how many sites Home compares the check-ins by site, role and method. */
  comparedSites: 250,
  /** How many roll-ups are read for a chart. For some sites of a client those of each are read. */
  rollupsOfChart: 30_000,
  /**
   * How many visits at how many sites are read for the people who were on site earlier. Above it,
   * Home shows only how many there are now.
   */
  visitsOfTrend: 20_000,
  sitesOfTrend: 25,
  idempotencyKeyDays: 7,
  /** For how long a repeated creation gets the response to the first one. */
  creationKeyHours: 24,
  /** For how long a renewed or retired key is not reused. */
  retiredKeyDays: 365,
  readingMinutes: 10,
  /** For how long the draft of a sign-in page is valid. */
  draftMinutes: 60,
  recoveryCodes: 10,
  /** How many device cookies an account has, for how long, and how many accounts a browser has. */
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
  /** For how long after a refusal staff see that a method is limited, and how many are listed. */
  limitedShownMinutes: 15,
  limitedShown: 20,
  /** How many visits a kiosk shows at most to a person who looks for their own. */
  ownVisits: 5,
  /** How many records of a class the preview of a run counts, before it only says "more". */
  retentionPreviewRows: 10_000,
  /** How many of the last runs are reported. */
  retentionRuns: 10,
  /** How many days emails, events and deliveries are kept, and failed ones. */
  outboxDays: { kept: 7, failed: 30 },
  jsonBodyBytes: 64 * 1024,
  /** How deep a body may be nested. The declared bodies have four levels. */
  jsonDepth: 16,
  siteOptions: 50,
  /** How many of the visitors of the last day a host sees. */
  ownVisitors: { hours: 24, most: 50 },
  /** How many questions a client has, with archived ones, and of how many days refusals count. */
  questions: { perClient: 2000, refusedDays: 30 },
  /** How many results of each kind the global search returns. */
  foundOfKind: 5,
  sessionHours: 24,
  /** How many site ids a token names. Servers refuse long headers, and no decision needs these. */
  tokenSites: 100,
  boardSessionDays: 30,
  idleMinutes: { admin: 60, staff: 12 * 60 },
} as const

/** A token bucket: it holds `burst` tokens and gets `amount` of them back every `minutes`. */
export interface RateRule {
  burst: number
  amount: number
  minutes: number
  /** How many tokens of the burst each node grants alone, and each further node on top. */
  perNode?: number
  /** How staff see it where the rule refuses a guest at a method. */
  shownAs?: GuestLimit
}

const DAY_MINUTES = 24 * 60

const rules = {
  /** All calls per network address, or per session at an address, except `guestRequests`. */
  general: { burst: 6000, amount: 6000, minutes: 1 },
  /**
   * Calls of guests who sign in, per network address, so that a flood of other calls does not stop
   * them. 200 guests a minute make about five each.
   */
  guestRequests: { burst: 6000, amount: 6000, minutes: 1 },
  loginPerNetwork: { burst: 50, amount: 50, minutes: 15 },
  /** Per IPv6 site (/48), because its owner has 65,536 networks. */
  loginPerIpv6Prefix: { burst: 200, amount: 200, minutes: 15 },
  loginPerAddress: { burst: 10, amount: 10, minutes: 15 },
  /** Login attempts with the account's device token. An attacker elsewhere can't exhaust it. */
  loginWithDeviceToken: { burst: 10, amount: 10, minutes: 15 },
  currentPassword: { burst: 10, amount: 10, minutes: 15 },
  /** For known and unknown addresses. */
  forgotPerAddress: { burst: 3, amount: 3, minutes: 60 },
  forgotPerNetwork: { burst: 20, amount: 20, minutes: 60 },
  /** Calls with one emailed link. They may wait for a hash, and try again. */
  oneTimeToken: { burst: 300, amount: 300, minutes: 10 },
  /** Unknown link tokens per network address. They can't be guessed: this limits the load. */
  unknownOneTimeToken: { burst: 30, amount: 30, minutes: 10 },
  breachLookup: { burst: 60, amount: 60, minutes: 10 },
  /** Emails to an address that a person has entered. */
  verifyMail: { burst: 5, amount: 5, minutes: 60 },
  /**
   * Changes of one's own name or mobile: a refusal reveals that a colleague has them. Also the
   * mobiles that a user who may not read all mobiles enters for one name.
   */
  personKeyChange: { burst: 10, amount: 10, minutes: 60 },
  /** The same for all names. */
  mobileGuesses: { burst: 60, amount: 60, minutes: 10 },
  /**
   * Accounts that a person creates or gives another email, and taken emails in an import that
   * belong to accounts the person can't see. A refusal reveals that an account has the email.
   */
  accountEmails: { burst: 60, amount: 60, minutes: 10 },
  /** Bulk actions that email each of their people: per person, and per client. */
  userMails: { burst: 60, amount: 60, minutes: 10 },
  userMailsPerClient: { burst: 300, amount: 300, minutes: 10 },
  /** Musters that were over before the server had them, per site and person. A phone has one. */
  pastMusters: { burst: 5, amount: 5, minutes: 60 },
  /** Emails with the roll to the wardens of a site: of drills, and of real musters. */
  musterRolls: { burst: 1, amount: 1, minutes: 10 },
  /** Tests of the external APIs of a client's sites, so that they can't attack the receiver. */
  externalApiTests: { burst: 20, amount: 20, minutes: 10 },
  /** Tests of the webhooks of a client, for the same reason. */
  webhookTests: { burst: 20, amount: 20, minutes: 10 },
  /** Tests of the recipients of a client. Each may be a text message, which costs money. */
  notificationTests: { burst: 20, amount: 20, minutes: 10 },
  /** Parts of files of people. The portal checks 10,000 rows in 20 parts, and imports so too. */
  imports: { burst: 200, amount: 200, minutes: 10 },
  /** Reports that are shown. Each may read many visits. */
  reports: { burst: 300, amount: 300, minutes: 10 },
  exports: { burst: 20, amount: 20, minutes: 10 },
  /** Calls with one API key, wherever they come from. */
  apiKeyCalls: { burst: 600, amount: 600, minutes: 1, perNode: 200 },
  /** Marks submitted by phones without a session, per warden whose token they have. */
  handInsPerWarden: { burst: 120, amount: 120, minutes: 1 },
  /** The same with forged tokens, per network address. */
  forgedHandIns: { burst: 120, amount: 120, minutes: 1 },
  /** New keys of a client's methods. Earlier keys stay reserved for a year; there are 923,521. */
  newMethodKeys: { burst: 500, amount: 500, minutes: DAY_MINUTES },
  /** Different method keys, known or not, per network address. */
  methodKeysPerNetwork: { burst: 30, amount: 30, minutes: 10 },
  /** Unknown keys of all callers together. Above it each address may request fewer. */
  unknownMethodKeyInAll: { burst: 300, amount: 300, minutes: 1 },
  /** Unknown keys per IPv6 site (/48), because its owner has 65,536 networks. */
  unknownMethodKeyPerIpv6Prefix: { burst: 300, amount: 300, minutes: 10 },
  /** A whole venue shares one address, so a morning's queue fits into the burst. */
  checkIn: { burst: 200, amount: 60, minutes: 1, perNode: 50, shownAs: 'sign_in' },
  /** A form requests it again when its details are corrected, so more often than it signs in. */
  userData: { burst: 400, amount: 60, minutes: 1, perNode: 100, shownAs: 'visitor_details' },
  /**
   * Mobiles for one name, from all addresses, where known users have their own roles and questions:
   * these reveal that the mobile is right. Beyond it a user is answered like a visitor.
   */
  mobilesPerName: { burst: 20, amount: 20, minutes: DAY_MINUTES },
  /**
   * Failed searches for one's own visit at a kiosk: per address and method, and per name at a
   * method, because an attacker may have many addresses.
   */
  ownVisitPerNetwork: { burst: 20, amount: 20, minutes: 15, shownAs: 'sign_out_search' },
  ownVisitPerName: { burst: 5, amount: 5, minutes: 60, shownAs: 'sign_out_search' },
  /** The same for a paired tablet, in place of both: strangers can't exhaust it. */
  ownVisitPerKiosk: { burst: 60, amount: 60, minutes: 15, shownAs: 'sign_out_search' },
  ownVisitPerNameAtKiosk: { burst: 10, amount: 10, minutes: 60, shownAs: 'sign_out_search' },
  /**
   * Searches for the person visited: per address and method where there is no draft, and per
   * method, because each reveals the names of people who work there.
   */
  hostSearch: { burst: 120, amount: 60, minutes: 1, shownAs: 'host_search' },
  hostSearchPerMethod: { burst: 1500, amount: 1500, minutes: 60 },
  /** What an address may still search at a method once others have exhausted the method's limit. */
  hostSearchInFlood: { burst: 20, amount: 20, minutes: 60, shownAs: 'host_search' },
  /**
   * Refused sign-ins that a kiosk or device had stored, per method: staff are notified of each. A
   * kiosk retries the rest later; those of a device are reported together.
   */
  lateRefusals: { burst: 60, amount: 60, minutes: 60 },
  /** Wrong pairing codes of devices and tablets, per network address. */
  pairing: { burst: 10, amount: 10, minutes: 15 },
  wrongPin: { burst: 20, amount: 30, minutes: 60 },
  /**
   * Wrong PINs that a device had stored: as many as it may store, in the time for which it may. So
   * what the device has queued behind them does not wait.
   */
  storedWrongPin: { burst: 1000, amount: 1000, minutes: 3 * DAY_MINUTES },
  /**
   * Connections of a device that were replaced while their other end was still there: one may be a
   * fault of the device, more are two devices with one token. It also limits how often that is
   * reported.
   */
  deviceTurns: { burst: 2, amount: 2, minutes: 10 },
  deviceCopies: { burst: 1, amount: 1, minutes: 60 },
  /** Temperatures of a device. One that measures by itself would use up its site's codes. */
  deviceReadings: { burst: 120, amount: 30, minutes: 1 },
  /** Sign-ins and sign-outs by PIN at a device. It may have stored a thousand. */
  devicePins: { burst: 1000, amount: 120, minutes: 1 },
  /** Warnings of a device. People and webhooks are notified of each new one. */
  deviceWarnings: { burst: 30, amount: 10, minutes: 1 },
  /** A device's reports about its settings and commands. */
  deviceReports: { burst: 60, amount: 30, minutes: 1 },
  /** Reports of kiosks, per address and method. Several may be behind one address. */
  kioskReport: { burst: 120, amount: 60, minutes: 1 },
  /** Sign-ins per draft, repeated ones too. Each person of a crowd has a draft of their own. */
  checkInPerDraft: { burst: 10, amount: 10, minutes: 1 },
  /** The first ones don't count against the address's limit, which strangers may have exhausted. */
  firstCheckInsPerDraft: { burst: 3, amount: 3, minutes: 60 },
  /** How many of these there are, per address and method: inventing people is not free. */
  firstCheckIns: { burst: 1000, amount: 600, minutes: 1 },
  /** How many of these have the same name, per address and method: each may try another mobile. */
  firstCheckInsPerName: { burst: 10, amount: 10, minutes: 60 },
  /** Sign-ins at a paired tablet, in place of all of these. */
  checkInPerKiosk: { burst: 200, amount: 60, minutes: 1, perNode: 50, shownAs: 'sign_in' },
  userDataPerDraft: { burst: 30, amount: 30, minutes: 1 },
  /**
   * Check-outs and safety reports of a pass. A phone without a response sends them again. Also the
   * calls of a pass, or of a warden's phone without a session, once others have exhausted the limit
   * of their address.
   */
  pass: { burst: 20, amount: 5, minutes: 1 },
  /** Check-outs that a pass undoes. */
  passUndo: { burst: 5, amount: 5, minutes: 60 },
  hostSearchPerDraft: { burst: 60, amount: 30, minutes: 1 },
  /**
   * Budgets for wrong temperature codes at a site, per network address (or member of staff) and for
   * all addresses. A wrong code costs its chance of being right, in millionths: the number of live
   * codes (docs/decisions/0017-rate-limits-and-guessing.md has the arithmetic).
   */
  guessesPerNetwork: { burst: 1500, amount: 1500, minutes: DAY_MINUTES, shownAs: 'temperature_code' },
  guessesPerSite: { burst: 4500, amount: 4500, minutes: DAY_MINUTES, shownAs: 'temperature_code' },
} as const satisfies Record<string, RateRule>

export type RateRuleName = keyof typeof rules
export const rateRules: Record<RateRuleName, RateRule> = rules
