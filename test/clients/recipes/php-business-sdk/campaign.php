<?php
require 'vendor/autoload.php';

use FacebookAds\Api;
use FacebookAds\Object\Campaign;

$api = Api::init(getenv('FAUXGRAPH_APP'), getenv('FAUXGRAPH_APP_SECRET'), getenv('FAUXGRAPH_USER_TOKEN'), false);
// The SDK trusts a list of its own, fb_ca_chain_bundle.crt, and not that of PHP.
if (getenv('FAUXGRAPH_URL')) {
    $api->getHttpClient()->setCaBundlePath(getenv('SSL_CERT_FILE'));
}
$campaign = (new Campaign(getenv('FAUXGRAPH_CAMPAIGN')))->getSelf(['name', 'status']);
echo "{$campaign->name} is {$campaign->status}\n";
// → Starter Campaign is PAUSED
