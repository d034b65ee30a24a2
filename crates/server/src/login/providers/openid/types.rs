//! The library's types with the few things that Readout reads and the library does not know.

use openidconnect::core::{
    CoreAuthDisplay, CoreAuthPrompt, CoreClaimName, CoreClaimType, CoreClientAuthMethod,
    CoreErrorResponseType, CoreGenderClaim, CoreGrantType, CoreJsonWebKey, CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm, CoreJwsSigningAlgorithm, CoreResponseMode, CoreResponseType,
    CoreRevocableToken, CoreRevocationErrorResponse, CoreSubjectIdentifierType,
    CoreTokenIntrospectionResponse, CoreTokenType,
};
use openidconnect::{
    AdditionalClaims, AdditionalProviderMetadata, Client, EmptyExtraTokenFields, EndpointMaybeSet,
    EndpointNotSet, EndpointSet, IdTokenFields, ProviderMetadata, StandardErrorResponse,
    StandardTokenResponse, UserInfoClaims,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What an issuer may announce besides.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct MoreMetadata {
    /// Whether it says who answers (RFC 9207, section 3).
    #[serde(default)]
    pub authorization_response_iss_parameter_supported: Option<bool>,
}

impl AdditionalProviderMetadata for MoreMetadata {}

/// What a token may claim besides.
#[derive(Debug, Clone, Deserialize, Serialize)]
pub(super) struct MoreClaims {
    /// Microsoft Entra has no `email_verified`; this optional claim of its says that the owner of the address's domain was verified.
    #[serde(default)]
    pub xms_edov: Option<Value>,
    /// At Google, the first domain of the organisation that has the account; a person's own account has none.
    #[serde(default)]
    pub hd: Option<String>,
}

impl AdditionalClaims for MoreClaims {}

pub(super) type Metadata = ProviderMetadata<
    MoreMetadata,
    CoreAuthDisplay,
    CoreClientAuthMethod,
    CoreClaimName,
    CoreClaimType,
    CoreGrantType,
    CoreJweContentEncryptionAlgorithm,
    CoreJweKeyManagementAlgorithm,
    CoreJsonWebKey,
    CoreResponseMode,
    CoreResponseType,
    CoreSubjectIdentifierType,
>;

pub(super) type IdToken = openidconnect::IdToken<
    MoreClaims,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJwsSigningAlgorithm,
>;

pub(super) type IdTokenClaims = openidconnect::IdTokenClaims<MoreClaims, CoreGenderClaim>;

pub(super) type UserInfo = UserInfoClaims<MoreClaims, CoreGenderClaim>;

type TokenAnswer = StandardTokenResponse<
    IdTokenFields<
        MoreClaims,
        EmptyExtraTokenFields,
        CoreGenderClaim,
        CoreJweContentEncryptionAlgorithm,
        CoreJwsSigningAlgorithm,
    >,
    CoreTokenType,
>;

pub(super) type OpenIdClient = Client<
    MoreClaims,
    CoreAuthDisplay,
    CoreGenderClaim,
    CoreJweContentEncryptionAlgorithm,
    CoreJsonWebKey,
    CoreAuthPrompt,
    StandardErrorResponse<CoreErrorResponseType>,
    TokenAnswer,
    CoreTokenIntrospectionResponse,
    CoreRevocableToken,
    CoreRevocationErrorResponse,
    EndpointSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointNotSet,
    EndpointMaybeSet,
    EndpointMaybeSet,
>;
