import type { EndpointDeclaration } from '../endpoint.ts'
import {
  getBoardEndpoint,
  getBoardPhotoEndpoint,
  getCheckedOutBoardEndpoint,
  listBoardSitesEndpoint,
} from './board.ts'
import {
  checkOutEndpoint,
  findUserDataEndpoint,
  getMachineDataEndpoint,
  getServerTimeEndpoint,
  getUserDataEndpoint,
  submitCheckInEndpoint,
} from './check-in.ts'
import { getOwnClientEndpoint, listClientCountriesEndpoint, updateClientEndpoint } from './client.ts'
import { getDashboardEndpoint } from './dashboard.ts'
import { createFirstAdminEndpoint, validateFirstAdminEndpoint } from './first-admin.ts'
import {
  clearNotificationsEndpoint,
  getProfileEndpoint,
  listNotificationsEndpoint,
  updateProfileEndpoint,
  verifyEmailEndpoint,
} from './me.ts'
import {
  changePasswordEndpoint,
  countBreachesEndpoint,
  forgotPasswordEndpoint,
  resetPasswordEndpoint,
  validateResetTokenEndpoint,
} from './password.ts'
import { listPresentEndpoint } from './presence.ts'
import {
  forgetDeviceEndpoint,
  listOwnSessionsEndpoint,
  listRememberedDevicesEndpoint,
  loginEndpoint,
  logoutEndpoint,
  logOutEverywhereEndpoint,
  revokeOwnSessionEndpoint,
  validateTokenEndpoint,
} from './sessions.ts'
import { listSiteOptionsEndpoint } from './sites.ts'
import {
  cancelTwoStepEndpoint,
  confirmTotpMethodEndpoint,
  enableTwoStepEndpoint,
  getRecoveryCodesEndpoint,
  listTwoStepMethodsEndpoint,
  newRecoveryCodesEndpoint,
  newTotpMethodEndpoint,
  verifyTwoStepEndpoint,
} from './two-step.ts'

/** Every endpoint by name: the reference page, the access matrix and the check that each has a route read this. */
export const endpoints = {
  login: loginEndpoint,
  validateToken: validateTokenEndpoint,
  logout: logoutEndpoint,
  verifyTwoStep: verifyTwoStepEndpoint,
  listTwoStepMethods: listTwoStepMethodsEndpoint,
  newTotpMethod: newTotpMethodEndpoint,
  confirmTotpMethod: confirmTotpMethodEndpoint,
  newRecoveryCodes: newRecoveryCodesEndpoint,
  getRecoveryCodes: getRecoveryCodesEndpoint,
  enableTwoStep: enableTwoStepEndpoint,
  cancelTwoStep: cancelTwoStepEndpoint,
  changePassword: changePasswordEndpoint,
  countBreaches: countBreachesEndpoint,
  forgotPassword: forgotPasswordEndpoint,
  validateResetToken: validateResetTokenEndpoint,
  resetPassword: resetPasswordEndpoint,
  validateFirstAdmin: validateFirstAdminEndpoint,
  createFirstAdmin: createFirstAdminEndpoint,
  getProfile: getProfileEndpoint,
  updateProfile: updateProfileEndpoint,
  verifyEmail: verifyEmailEndpoint,
  listNotifications: listNotificationsEndpoint,
  clearNotifications: clearNotificationsEndpoint,
  listOwnSessions: listOwnSessionsEndpoint,
  revokeOwnSession: revokeOwnSessionEndpoint,
  logOutEverywhere: logOutEverywhereEndpoint,
  listRememberedDevices: listRememberedDevicesEndpoint,
  forgetDevice: forgetDeviceEndpoint,
  getOwnClient: getOwnClientEndpoint,
  listClientCountries: listClientCountriesEndpoint,
  updateClient: updateClientEndpoint,
  getMachineData: getMachineDataEndpoint,
  findUserData: findUserDataEndpoint,
  getUserData: getUserDataEndpoint,
  submitCheckIn: submitCheckInEndpoint,
  getServerTime: getServerTimeEndpoint,
  checkOut: checkOutEndpoint,
  listBoardSites: listBoardSitesEndpoint,
  getBoard: getBoardEndpoint,
  getCheckedOutBoard: getCheckedOutBoardEndpoint,
  getBoardPhoto: getBoardPhotoEndpoint,
  listPresent: listPresentEndpoint,
  getDashboard: getDashboardEndpoint,
  listSiteOptions: listSiteOptionsEndpoint,
} as const satisfies Record<string, EndpointDeclaration>

export type EndpointName = keyof typeof endpoints
