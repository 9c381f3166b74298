use strict;
use warnings;
use JSON::PP;
use LWP::UserAgent;

my $graph = ($ENV{FAUXGRAPH_URL} // 'http://127.0.0.1:8080') . '/_sim/w/perl'; # a world of this test
my $agent = LWP::UserAgent->new;

my $names = decode_json($agent->get("$graph/_sim/world")->content)->{starter};
my ($page, $token) = @{$names}{qw(page pageToken)};
my %photo = (url => 'https://img.test/a.png', published => 'false', access_token => $token);
my $photo = decode_json($agent->post("$graph/v26.0/$page/photos", \%photo)->content)->{id};
$agent->post("$graph/_sim/clock", 'Content-Type' => 'application/json', Content => '{"advance":"25h"}');
my $media = encode_json([{ media_fbid => $photo }]);
my %post = (message => 'late', attached_media => $media, access_token => $token);
my $answer = decode_json($agent->post("$graph/v26.0/$page/feed", \%post)->content);
print "refused with code $answer->{error}{code}\n";
# → refused with code 100
